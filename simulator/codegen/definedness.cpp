#include "simulator/codegen/definedness.hpp"

#include <algorithm>
#include <map>

namespace musimd::codegen {
namespace {

constexpr std::size_t kMaxBits = std::size_t{1} << 27;

void insert(std::vector<std::uint64_t>& set, Variable v) {
    set[v / 64] |= std::uint64_t{1} << (v % 64);
}
void erase(std::vector<std::uint64_t>& set, Variable v) {
    set[v / 64] &= ~(std::uint64_t{1} << (v % 64));
}

// Its variable becomes undefined in threads that read a lane without it.
bool may_undefine(const Instruction& i) {
    return i.opcode == Opcode::shfl || i.opcode == Opcode::shuffle;
}

}  // namespace

Definedness::Definedness(const Program& program, const ControlGraph& graph, Fact fact) : fact_(fact) {
    const std::size_t words = (program.variables.size() + 63) / 64;
    if (words * 64 * graph.nodes.size() > kMaxBits) return;
    const auto opens = [](const ControlNode& node) { return node.flow == Flow::open; };
    if (fact == Fact::accessed && std::ranges::any_of(graph.nodes, opens)) return;
    find_lost(program, graph);
    sets_.assign(graph.nodes.size(), Set(words, ~std::uint64_t{0}));
    sets_[0].assign(words, 0);
    while (pass(program, graph)) {
    }
    for (Set& set : sets_) {
        for (std::size_t w = 0; w < words; ++w) set[w] &= ~lost_[w];
    }
}

// What holds after an instruction.
void Definedness::step(const Instruction& i, Set& set) const {
    const bool assigns = has_destination(info(i.opcode).format);
    if (fact_ == Fact::defined) {
        if (assigns) may_undefine(i) ? erase(set, i.destination) : insert(set, i.destination);
        return;
    }
    if ((i.opcode == Opcode::ld || i.opcode == Opcode::st) && i.operands[0].kind == Operand::Kind::variable)
        insert(set, i.operands[0].variable);
    if (assigns) erase(set, i.destination);
}

void Definedness::find_lost(const Program& program, const ControlGraph& graph) {
    lost_.assign((program.variables.size() + 63) / 64, 0);
    for (const ControlNode& node : graph.nodes) {
        if (node.flow != Flow::data || !may_undefine(program.at(node.point.pc))) continue;
        const auto is_block = [&](Label at) { return program.at(at).opcode == Opcode::everywhere; };
        if (std::ranges::any_of(graph.context_of(node), is_block))
            insert(lost_, program.at(node.point.pc).destination);
    }
}

bool Definedness::meet(std::uint32_t node, const Set& set) {
    bool changed = false;
    for (std::size_t w = 0; w < set.size(); ++w) {
        const std::uint64_t both = sets_[node][w] & set[w];
        changed |= both != sets_[node][w];
        sets_[node][w] = both;
    }
    return changed;
}

// One pass over all nodes. Returns whether a set became smaller.
bool Definedness::pass(const Program& program, const ControlGraph& graph) {
    // Threads that wait in Θ_done arrived at a sync of the same conditional, maybe not the one that pops the
    // entry. Threads that an end_everywhere restores arrived at its everywhere.
    std::map<std::uint32_t, Set> at_syncs;
    std::map<ProgramPoint, std::uint32_t> blocks;
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
        const ControlNode& node = graph.nodes[n];
        if (node.flow == Flow::open) blocks[{node.point.pc, graph.nodes[node.next].point.context}] = n;
        if (node.flow != Flow::sync) continue;
        Set& all = at_syncs.try_emplace(node.point.context, sets_[n]).first->second;
        for (std::size_t w = 0; w < all.size(); ++w) all[w] &= sets_[n][w];
    }
    bool changed = false;
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
        const ControlNode& node = graph.nodes[n];
        Set set = sets_[n];
        switch (node.flow) {
            case Flow::data: {
                step(program.at(node.point.pc), set);
                changed |= meet(node.next, set);
                break;
            }
            case Flow::branch:
            case Flow::mask_branch:
                changed |= meet(node.next, set);
                changed |= meet(node.target, set);
                break;
            case Flow::sync:  // threads that it switches to took the branch
                changed |= meet(node.next, at_syncs.at(node.point.context));
                break;
            case Flow::open:
                changed |= meet(node.next, Set(set.size(), 0));
                break;
            case Flow::close: {
                const OpenEntries& open = graph.context_of(node);
                const Set& before = sets_[blocks.at({open.back(), node.point.context})];
                const bool keeps = program.registers == RegisterMode::keep;
                for (std::size_t w = 0; w < set.size(); ++w) set[w] = keeps ? set[w] | before[w] : before[w];
                changed |= meet(node.next, set);
                break;
            }
            case Flow::barrier:
                step(program.at(node.point.pc), set);
                changed |= meet(node.next, set);
                break;
            case Flow::jump:
                changed |= meet(node.next, set);
                break;
            case Flow::stop:
            case Flow::leave:
                break;
        }
    }
    return changed;
}

}  // namespace musimd::codegen
