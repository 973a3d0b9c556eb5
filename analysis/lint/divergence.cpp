#include "analysis/lint/divergence.hpp"

#include "analysis/lint/lint.hpp"

namespace musimd {

std::size_t innermost_block(const Program& program, const OpenEntries& open) {
    for (std::size_t i = open.size(); i > 0; --i) {
        if (program.at(open[i - 1]).opcode == Opcode::everywhere) return i - 1;
    }
    return open.size();
}

bool is_lintable(const Program& program, const ControlGraph& graph) {
    return graph.is_complete() && graph.nodes.size() * program.variables.size() <= kMaxLintedBits;
}

Divergence::Divergence(const Program& program, const ControlGraph& graph)
    : program_(program), analysis_(program, graph), divides_(program.end()), loops_(program.end()) {
    find_branches(graph);
}

void Divergence::find_branches(const ControlGraph& graph) {
    for (const ControlNode& node : graph.nodes) {
        if (node.flow != Flow::branch) continue;
        const OpenEntries& open = graph.context_of(node);
        if (!open.empty() && open.back() == node.point.pc) loops_[node.point.pc] = true;
        if (analysis_.divides(graph.nodes[node.next].point.context)) divides_[node.point.pc] = true;
    }
}

std::optional<LinearValue> Divergence::linear_value(std::uint32_t node, const Operand& operand) const {
    const LaneFact fact = analysis_.value(node, operand);
    if (!fact.is_affine() || !fact.known || fact.bits != 0) return std::nullopt;
    return LinearValue{fact.base, fact.stride, fact.per_warp};
}

// Of the first entries of the list.
bool Divergence::is_divided(const OpenEntries& open, std::size_t count, bool by_loops) const {
    for (std::size_t n = count; n > 0; --n) {
        if (program_.at(open[n - 1]).opcode == Opcode::everywhere) return false;
        if (divides_[open[n - 1]] && (by_loops || !loops_[open[n - 1]])) return true;
    }
    return false;
}

bool Divergence::is_mask_divided(const OpenEntries& open) const {
    return is_divided(open, innermost_block(program_, open), false);
}

bool Divergence::is_mask_initial(const OpenEntries& open) const {
    const auto block = static_cast<std::ptrdiff_t>(innermost_block(program_, open));
    const OpenEntries outside(open.begin(), open.begin() + block);
    return innermost_block(program_, outside) == outside.size();
}

}  // namespace musimd
