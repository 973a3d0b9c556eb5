#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "reader/binding.hpp"
#include "reader/context.hpp"

namespace musimd::reader {

struct Clauses;
struct Team;
struct Order;
struct Doacross;

/// Of an element into which a loop reduces: the variable that stands for it in the loop.
struct Partial {
    Expr index;
    VariableId variable = 0;
};

/// An object whose destructor will run.
struct Living {
    Pointer object;
    ast::QualType type;
    std::size_t depth = 0;  ///< of `around` where it began to live
};

/// The thread of a nested region.
struct InnerTeam {
    Expr number;  ///< null: any of them
    Expr count;
};

/// What a statement is in that control may leave.
enum class Around : std::uint8_t { parallel, loop, call, simd, switch_, everywhere, segment };

/// What surrounds the statement that is read.
struct Surroundings {
    std::map<const ast::VarDecl*, Binding> bindings;    ///< what names mean
    std::map<const ast::VarDecl*, const char*> frozen;  ///< not to be assigned here, and why
    /// Which iterations share a variable: 0 outside of the parallel loops, 1 in one, 2 in a simd loop of it,
    /// 3 in one of that.
    unsigned region = 0;
    Expr lane;               ///< in a simd loop: which of the iterations at the same time, an i64
    std::int64_t lanes = 1;  ///< number of iterations at the same time
    /// What comes before the simd loop of host code, or the parallel loop that is one; null: in none.
    Block* before_simd = nullptr;
    Block* after_simd = nullptr;  ///< likewise after it
    Expr simd_number;             ///< of its iteration
    Expr simd_count;              ///< of its iterations, if they are parallel; else null
    std::int64_t simd_width = 0;  ///< iterations at the same time; 0: any
    std::uint32_t simd_line = 0;
    std::vector<BufferId>* simd_locals = nullptr;  ///< those declared in the simd loop around
    std::map<BufferId, Partial> partials;
    const Clauses* parallel = nullptr;  ///< clauses of the `parallel` region around host code
    Expr threads;           ///< their number, in a parallel region that is a loop over them; else null
    Expr threads_of_loops;  ///< threads of the region that is a sequence of loops; null: several
    std::uint32_t teams = 1;
    bool teams_apart = false;  ///< in host code of teams, which are marked; see Teams
    Expr team_count;           ///< of these teams
    Expr team_number;          ///< of the team that executes the code; null: no code is executed by each
    const Clauses* of_teams = nullptr;  ///< clauses of the `teams` directly around a distributed loop
    Team* team = nullptr;               ///< the region whose threads share work or wait
    bool of_program = false;            ///< what is declared exists once, from the beginning on
    Expr device;  ///< in a target region: 1 if the device runs it, else 0; null: in no region
    /// Variables that are addresses of the device here, by `use_device_ptr` on this line.
    std::map<const ast::VarDecl*, std::uint32_t> device_pointers;
    bool asynchronous = false;     ///< assignments of what is in memory are asynchronous copies
    int level = 0;                 ///< how many parallel regions are around
    Expr level_threads;            ///< threads of the outermost of them; null: nobody asks
    std::vector<InnerTeam> inner;  ///< of the regions in that one that have threads of their own
    bool in_order = false;         ///< in `ordered simd`
    bool alone = false;            ///< in a region inside of it, or in the host code of a construct of teams
    Order* order = nullptr;        ///< order of the loop around
    Doacross* doacross = nullptr;  ///< the loops of `ordered(n)` around
    std::vector<Around> around;    ///< the innermost is the last one
    std::vector<Living> living;    ///< the latest is the last one
    static constexpr unsigned kMaxDepth = 1000;
    unsigned depth = 0;  ///< depth of nested statements and expressions
};

/// Restores the surroundings at its end, also after an error.
class NestedScope {
  public:
    explicit NestedScope(Surroundings& here) : here_(here), before_(here) {}
    ~NestedScope() { here_ = std::move(before_); }
    NestedScope(const NestedScope&) = delete;
    NestedScope& operator=(const NestedScope&) = delete;

  private:
    Surroundings& here_;
    Surroundings before_;
};

/// While the body of such a statement is read.
class Within {
  public:
    Within(Surroundings& here, Around kind) : here_(here) { here_.around.push_back(kind); }
    ~Within() { here_.around.pop_back(); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

  private:
    Surroundings& here_;
};

}  // namespace musimd::reader
