#pragma once

#include <boost/dynamic_bitset.hpp>
#include <vector>

#include "isa/program.hpp"
#include "semantics/control_graph.hpp"

namespace musimd {

/// Which variables may differ between the threads of a warp, node by node, and which branches therefore
/// divide the threads: an analysis in the manner of Coutinho, Sampaio, Pereira and Meira (PACT 2011).
///
/// A variable is uniform where the instructions that assigned it last were done by every thread and took the
/// same operands in all of them: constants, `wid`, uniform variables. A load from a uniform address and a
/// ballot are uniform; an atomic_inc is not. A branch on a uniform variable sends all threads one way.
class Divergence {
  public:
    /// The graph must be complete.
    Divergence(const Program& program, const ControlGraph& graph);

    /// Whether the operand is the same in all threads when control is at the node.
    bool is_uniform(std::uint32_t node, const Operand& operand) const {
        return operand.kind != Operand::Kind::tid &&
               (operand.kind != Operand::Kind::variable || !divergent_[node][operand.variable]);
    }

    /// Whether the threads of a branch may go both ways.
    bool divides(Label branch) const { return divides_[branch]; }

    /// Whether, where this is open, a branch may have divided the threads of the innermost block (outside of
    /// blocks, the initial Θ).
    bool is_divided(const OpenEntries& open) const { return is_divided(open, open.size(), true); }

    /// Whether a conditional that is no loop may have divided Θ_mask. Loops are left out: those whose last
    /// round is for the first threads only are common, and right.
    bool is_mask_divided(const OpenEntries& open) const;

    /// Whether the threads of Θ_mask are those of `.active`, where it is not divided.
    bool is_mask_initial(const OpenEntries& open) const;

  private:
    bool is_divided(const OpenEntries& open, std::size_t count, bool by_loops) const;
    bool is_value_uniform(std::uint32_t node, const Instruction& instruction) const;
    void find_loops(const ControlGraph& graph);
    void propagate(const ControlGraph& graph);
    bool find_dividing_branches(const ControlGraph& graph);

    const Program& program_;
    bool all_active_;                                 ///< at first
    std::vector<boost::dynamic_bitset<>> divergent_;  ///< by node: the variables that may differ
    std::vector<bool> divides_;                       ///< by branch
    std::vector<bool> loops_;  ///< by branch: control comes back to it while its entry is open
};

/// Whether the program is small enough to be analysed: kMaxLintedPoints nodes, and kMaxLintedBits of them
/// times the variables.
bool is_lintable(const Program& program, const ControlGraph& graph);

/// Where the innermost block of those that are open stands in the list; its size if none is open.
std::size_t innermost_block(const Program& program, const OpenEntries& open);

}  // namespace musimd
