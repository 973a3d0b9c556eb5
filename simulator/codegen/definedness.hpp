#pragma once

#include <cstdint>
#include <vector>

#include "semantics/control_graph.hpp"

namespace musimd::codegen {

/// Which variables are defined in every active thread, at each point of a program, for every input: reads of
/// these need no check. A thread walks a path of the graph on its own, so this is a definite-assignment
/// analysis, except for what an `everywhere` block does to threads that wait elsewhere: those that it wakes
/// come from anywhere, and a `shfl` in it may make a variable of any thread undefined.
class Definedness {
  public:
    Definedness(const Program& program, const ControlGraph& graph);

    bool holds(std::uint32_t node, Variable v) const {
        return !sets_.empty() && ((sets_[node][v / 64] >> (v % 64)) & 1U) != 0;
    }

  private:
    using Set = std::vector<std::uint64_t>;

    void find_lost(const Program& program, const ControlGraph& graph);
    bool pass(const Program& program, const ControlGraph& graph);
    bool meet(std::uint32_t node, const Set& set);

    std::vector<Set> sets_;  ///< of each node; empty if the program is too large
    Set lost_;               ///< variables that a block may make undefined in waiting threads
};

}  // namespace musimd::codegen
