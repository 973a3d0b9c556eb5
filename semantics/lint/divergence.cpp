#include "semantics/lint/divergence.hpp"

#include <deque>

#include "semantics/lint/lint.hpp"

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
    : program_(program),
      all_active_(program.active == ThreadSet::all(program.threads)),
      divergent_(graph.nodes.size(), boost::dynamic_bitset<>(program.variables.size())),
      divides_(program.end()),
      loops_(program.end()) {
    find_loops(graph);
    do propagate(graph);
    while (find_dividing_branches(graph));
}

void Divergence::find_loops(const ControlGraph& graph) {
    for (const ControlNode& node : graph.nodes) {
        const OpenEntries& open = graph.context_of(node);
        if (node.flow == Flow::branch && !open.empty() && open.back() == node.point.pc)
            loops_[node.point.pc] = true;
    }
}

// Propagates divergence along the edges, given the dividing branches known so far.
void Divergence::propagate(const ControlGraph& graph) {
    std::deque<std::uint32_t> waiting;
    std::vector<bool> waits(graph.nodes.size(), true);
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) waiting.push_back(n);
    boost::dynamic_bitset<> after;
    const auto arrive = [&](std::uint32_t node) {
        if (after.is_subset_of(divergent_[node])) return;
        divergent_[node] |= after;
        if (waits[node]) return;
        waits[node] = true;
        waiting.push_back(node);
    };
    for (; !waiting.empty(); waiting.pop_front()) {
        const std::uint32_t n = waiting.front();
        const ControlNode& node = graph.nodes[n];
        waits[n] = false;
        if (node.flow == Flow::stop || node.flow == Flow::leave) continue;
        after = divergent_[n];
        const Instruction& i = program_.at(node.point.pc);
        if (has_destination(info(i.opcode).format)) {
            const OpenEntries& open = graph.context_of(node);
            const bool in_block = innermost_block(program_, open) != open.size();
            const bool by_all = !is_divided(open) && (in_block || all_active_);
            const bool differs = !by_all || !is_value_uniform(n, i);
            // Under `restore`, the end of a block brings back what differed before it.
            const bool replaces = program_.registers == RegisterMode::keep;
            after[i.destination] = differs || (after[i.destination] && !replaces);
        }
        arrive(node.next);
        if (has_two_ways(node.flow)) arrive(node.target);
    }
}

// True if any of them is new.
bool Divergence::find_dividing_branches(const ControlGraph& graph) {
    bool any = false;
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
        const Label pc = graph.nodes[n].point.pc;
        if (graph.nodes[n].flow != Flow::branch || divides_[pc]) continue;
        if (is_uniform(n, program_.at(pc).operands[0])) continue;
        divides_[pc] = any = true;
    }
    return any;
}

bool Divergence::is_value_uniform(std::uint32_t node, const Instruction& i) const {
    if (info(i.opcode).memory == MemoryUse::updates) return false;
    if (is_block_barrier(i.opcode)) return true;
    const bool volta = program_.model == ThreadModel::volta;
    if (i.opcode == Opcode::ballot || i.opcode == Opcode::activemask) return !volta;
    // One result for all threads of a mask.
    const bool votes = i.opcode == Opcode::vote || i.opcode == Opcode::reduce ||
                       i.opcode == Opcode::typed_reduce ||
                       (i.opcode == Opcode::match && i.variant == Variant::all);
    if (votes) return !volta && is_uniform(node, i.operands[0]);
    if (i.opcode == Opcode::shuffle) return false;
    // All threads read the same lane, or all lanes hold the same word.
    if (i.opcode == Opcode::shfl)
        return is_uniform(node, i.operands[0]) || is_uniform(node, Operand::of(i.destination));
    for (std::size_t o = 0; o < operand_count(i); ++o) {
        if (!is_uniform(node, i.operands[o])) return false;
    }
    return true;
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
