#pragma once

#include <optional>
#include <vector>

#include "analysis/control_graph.hpp"
#include "analysis/divergence/divergence.hpp"
#include "isa/program.hpp"

namespace musimd {

/// base + per_thread · tid + per_warp · wid
struct LinearValue {
    Integer base = 0;
    Integer per_thread = 0;
    Integer per_warp = 0;
};

/// The divergence analysis as lints ask it.
class Divergence {
  public:
    /// The graph must be complete.
    Divergence(const Program& program, const ControlGraph& graph);

    /// Whether the operand is the same in all active threads when control is at the node.
    bool is_uniform(std::uint32_t node, const Operand& operand) const {
        return analysis_.value(node, operand).is_uniform();
    }

    /// The operand's value at the node, if it depends only on constants, `tid` and `wid`. (That it may wrap
    /// is ignored.)
    std::optional<LinearValue> linear_value(std::uint32_t node, const Operand& operand) const;

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
    void find_branches(const ControlGraph& graph);

    const Program& program_;
    DivergenceAnalysis analysis_;
    std::vector<bool> divides_;  ///< by branch
    std::vector<bool> loops_;    ///< by branch: control returns to it while its entry is open
};

/// Whether the program is small enough to be analysed: at most kMaxLintedPoints nodes, and at most
/// kMaxLintedBits nodes times variables.
bool is_lintable(const Program& program, const ControlGraph& graph);

/// The index of the innermost open block in the list; the list's size if none is open.
std::size_t innermost_block(const Program& program, const OpenEntries& open);

}  // namespace musimd
