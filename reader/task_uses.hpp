#pragma once

#include <set>

#include "reader/context.hpp"

namespace musimd::reader {

/// What the text does with tasks, known before it is read.
struct TaskUses {
    /// Local variables that a task shares with the code around it, or that clauses of tasks name.
    std::set<const ast::VarDecl*> shared;
    /// Variables whose address says which tasks depend on each other.
    std::set<const ast::VarDecl*> places;
    bool any = false;         ///< there are tasks
    bool asks_final = false;  ///< it calls `omp_in_final`
};

/// Adds what the statement does, without the functions that it calls. `nests`: threads of regions count as
/// tasks.
void find_task_uses(const ast::Stmt* s, bool nests, TaskUses& found);

/// Whether it makes tasks, which may be executed later, or by another thread.
bool makes_tasks(const ast::OMPExecutableDirective* directive);

/// Whether it makes tasks, or waits for them.
bool is_of_tasks(const ast::OMPExecutableDirective* directive);

}  // namespace musimd::reader
