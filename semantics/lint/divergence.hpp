#pragma once

#include <boost/dynamic_bitset.hpp>
#include <vector>

#include "isa/program.hpp"
#include "semantics/control_graph.hpp"

namespace musimd {

/// Which variables may differ between the threads of a warp, node by node, and which branches therefore
/// divide the threads: an analysis in the manner of Coutinho, Sampaio, Pereira and Meira (PACT 2011).
///
/// A variable is uniform if the instructions that last assigned it were executed by every thread with the
/// same operands: constants, `wid`, uniform variables. A load from a uniform address and a ballot are
/// uniform; an atomic_inc is not. Nor is what threads under `volta` see of each other. A branch on a uniform
/// variable sends all threads one way.
class Divergence {
  public:
    /// The graph must be complete.
    Divergence(const Program& program, const ControlGraph& graph);

    /// Whether the operand is the same in all threads when control is at the node.
    bool is_uniform(std::uint32_t node, const Operand& operand) const {
        return operand.kind != Operand::Kind::tid && operand.kind != Operand::Kind::btid &&
               (operand.kind != Operand::Kind::variable || !divergent_[node][operand.variable]);
    }

    /// Whether the threads of a branch may go both ways.
    bool divides(Label branch) const { return divides_[branch]; }

    /// Whether, with these entries open, a branch may have divided the threads of the innermost block
    /// (outside blocks, the initial Θ).
    bool is_divided(const OpenEntries& open) const { return is_divided(open, open.size(), true); }

    /// Whether a conditional other than a loop may have divided Θ_mask. Loops whose last iteration is for the
    /// first threads only are common and correct, so loops do not count.
    bool is_mask_divided(const OpenEntries& open) const;

    /// Whether the threads of Θ_mask are those of `.active`, if it is not divided.
    bool is_mask_initial(const OpenEntries& open) const;

  private:
    bool is_divided(const OpenEntries& open, std::size_t count, bool by_loops) const;
    bool is_value_uniform(std::uint32_t node, const Instruction& instruction) const;
    void find_loops(const ControlGraph& graph);
    void propagate(const ControlGraph& graph);
    bool find_dividing_branches(const ControlGraph& graph);

    const Program& program_;
    bool all_active_;                                 ///< initially
    std::vector<boost::dynamic_bitset<>> divergent_;  ///< by node: the variables that may differ
    std::vector<bool> divides_;                       ///< by branch
    std::vector<bool> loops_;  ///< by branch: control returns to it while its entry is open
};

/// Whether the program is small enough to be analysed: at most kMaxLintedPoints nodes, and at most
/// kMaxLintedBits nodes times variables.
bool is_lintable(const Program& program, const ControlGraph& graph);

/// The index of the innermost open block in the list; the list's size if none is open.
std::size_t innermost_block(const Program& program, const OpenEntries& open);

}  // namespace musimd
