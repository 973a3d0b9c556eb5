#include "views/pictures/basic_blocks.hpp"

#include <algorithm>
#include <map>

#include "analysis/control_graph.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kMaxPoints = 50'000;

bool ends_block(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz || opcode == Opcode::branch_mask ||
           opcode == Opcode::jump || opcode == Opcode::sync || opcode == Opcode::stop ||
           opcode == Opcode::exit || opcode == Opcode::end_everywhere;
}

std::set<Label> first_instructions(const Program& program) {
    std::set<Label> firsts{1};
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& instruction = program.at(pc);
        if (instruction.target != 0) firsts.insert(instruction.target);
        if (ends_block(instruction.opcode)) firsts.insert(pc + 1);
        if (instruction.opcode == Opcode::everywhere) firsts.insert(pc);
    }
    firsts.erase(program.end());
    return firsts;
}

/// The everywheres that are open at a point: an `everywhere` itself included.
std::vector<Label> open_everywheres(const Program& program, const ControlNode& node,
                                    const OpenEntries& open) {
    std::vector<Label> everywheres;
    for (const Label opener : open)
        if (program.at(opener).opcode == Opcode::everywhere) everywheres.push_back(opener);
    if (program.at(node.point.pc).opcode == Opcode::everywhere) everywheres.push_back(node.point.pc);
    return everywheres;
}

/// What two paths agree on.
void keep_common(std::vector<Label>& a, const std::vector<Label>& b) {
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    a.erase(end, a.end());
}

}  // namespace

BasicBlocks::BasicBlocks(const Program& program) {
    if (program.instructions.empty()) return;
    for (const Label first : first_instructions(program)) {
        if (!blocks.empty()) blocks.back().last = first - 1;
        blocks.push_back({first, program.end() - 1, false, {}});
    }
    const ControlGraph graph(program, kMaxPoints);
    is_complete = graph.is_complete();
    for (const ControlNode& node : graph.nodes) {
        if (node.point.pc >= program.end()) continue;
        const OpenEntries& open = graph.context_of(node);
        if ((node.flow == Flow::sync || node.flow == Flow::close) && !open.empty())
            ties.emplace(open.back(), node.point.pc);
        BasicBlock& block = blocks[block_of(node.point.pc)];
        if (block.first != node.point.pc) continue;
        const std::vector<Label> everywheres = open_everywheres(program, node, open);
        if (!block.is_reached)
            block.everywheres = everywheres;
        else
            keep_common(block.everywheres, everywheres);
        block.is_reached = true;
    }
}

std::size_t BasicBlocks::block_of(Label pc) const {
    const auto after = std::ranges::upper_bound(blocks, pc, {}, &BasicBlock::first);
    return static_cast<std::size_t>(after - blocks.begin()) - 1;
}

}  // namespace musimd::views
