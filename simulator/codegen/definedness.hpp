#pragma once

#include <cstdint>
#include <vector>

#include "analysis/control_graph.hpp"

namespace musimd::codegen {

/// Which variables are defined in every active thread, at each point of a program, for every input: reads of
/// these need no check. A thread walks a path of the graph on its own, so this is a definite-assignment
/// analysis, except for what an `everywhere` block does to threads that wait elsewhere: those that it wakes
/// come from anywhere, and a `shfl` in it may make a variable of any thread undefined.
///
/// Or, of `Fact::accessed`: the variables whose values are addresses that every active thread has loaded from
/// or stored to since it assigned them. Those addresses are in Σ, and their words are defined. Nothing is
/// known in programs with blocks, which change the variables of threads that wait.
class Definedness {
  public:
    enum class Fact : std::uint8_t { defined, accessed };

    Definedness(const Program& program, const ControlGraph& graph, Fact fact = Fact::defined);

    bool holds(std::uint32_t node, Variable v) const {
        return !sets_.empty() && ((sets_[node][v / 64] >> (v % 64)) & 1U) != 0;
    }

  private:
    using Set = std::vector<std::uint64_t>;

    void step(const Instruction& i, Set& set) const;
    void find_lost(const Program& program, const ControlGraph& graph);
    bool pass(const Program& program, const ControlGraph& graph);
    bool meet(std::uint32_t node, const Set& set);

    Fact fact_;
    std::vector<Set> sets_;  ///< sets of each node; empty if the program is too large
    Set lost_;               ///< variables that a block may make undefined in waiting threads
};

}  // namespace musimd::codegen
