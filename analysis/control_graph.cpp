#include "analysis/control_graph.hpp"

#include <algorithm>

#include "semantics/state.hpp"

namespace musimd {
namespace {

bool is_block(const Program& program, Label at) {
    return program.at(at).opcode == Opcode::everywhere;
}

bool fits(const Program& program, const OpenEntries& context) {
    const auto blocks = static_cast<std::uint64_t>(
        std::ranges::count_if(context, [&](Label at) { return is_block(program, at); }));
    return stack_bytes(program, context.size() - blocks, blocks) <= kMaxStackBytes;
}

// Opens a branch or a block. Returns false if it is open already, or the stacks would be too large.
bool push(const Program& program, OpenEntries& open, Label pc) {
    if (std::ranges::find(open, pc) != open.end()) return false;
    open.push_back(pc);
    return fits(program, open);
}

}  // namespace

ControlGraph::ControlGraph(const Program& program, std::size_t most) : program_(program), most_(most) {
    context({});
    node_at({1, 0});
    for (std::uint32_t n = 0; n < nodes.size(); ++n) connect(n);
}

std::uint32_t ControlGraph::context(const OpenEntries& context) {
    const auto [found, is_new] =
        context_numbers_.try_emplace(context, static_cast<std::uint32_t>(contexts.size()));
    if (is_new) contexts.push_back(context);
    return found->second;
}

std::uint32_t ControlGraph::node_at(ProgramPoint point) {
    const auto [found, is_new] = numbers_.try_emplace(point, static_cast<std::uint32_t>(nodes.size()));
    if (is_new) nodes.push_back({point});
    return found->second;
}

void ControlGraph::lead(std::uint32_t node, Flow flow, ProgramPoint next, ProgramPoint target) {
    const std::uint32_t next_node = node_at(next);  // may move the nodes
    const std::uint32_t target_node = node_at(target);
    nodes[node].flow = flow;
    nodes[node].next = next_node;
    nodes[node].target = target_node;
}

// Determines the flow at a node; it remains `leave` if nothing better is known.
void ControlGraph::connect(std::uint32_t number) {
    const ProgramPoint point = nodes[number].point;
    if (point.pc >= program_.end() || number >= most_) return;
    const Instruction& i = program_.at(point.pc);
    OpenEntries open = contexts[point.context];
    const bool in_branch = !open.empty() && !is_block(program_, open.back());
    const bool in_block = std::ranges::any_of(open, [&](Label at) { return is_block(program_, at); });
    const ProgramPoint after{point.pc + 1, point.context};
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz: {
            const bool again = in_branch && open.back() == point.pc;
            if (!again && !push(program_, open, point.pc)) return;
            const std::uint32_t inside = context(open);
            return lead(number, Flow::branch, {point.pc + 1, inside}, {i.target, inside});
        }
        case Opcode::branch_mask:
            if (!in_block) return;
            return lead(number, Flow::mask_branch, after, {i.target, point.context});
        case Opcode::jump: {
            const ProgramPoint target{i.target, point.context};
            return lead(number, Flow::jump, target, target);
        }
        case Opcode::sync: {
            if (!in_branch) return;
            const ProgramPoint waiting{program_.at(open.back()).target, point.context};
            open.pop_back();
            return lead(number, Flow::sync, {point.pc + 1, context(open)}, waiting);
        }
        case Opcode::everywhere: {
            if (!push(program_, open, point.pc)) return;
            const ProgramPoint inside{point.pc + 1, context(open)};
            return lead(number, Flow::open, inside, inside);
        }
        case Opcode::end_everywhere: {
            if (open.empty() || in_branch) return;
            open.pop_back();
            const ProgramPoint outside{point.pc + 1, context(open)};
            return lead(number, Flow::close, outside, outside);
        }
        case Opcode::barrier:
            if (open.empty()) lead(number, Flow::barrier, after, after);
            return;
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            if (!in_block) lead(number, Flow::barrier, after, after);
            return;
        case Opcode::exit:
            if (!in_block) nodes[number].flow = Flow::stop;
            return;
        case Opcode::stop:
            if (!in_branch) nodes[number].flow = Flow::stop;
            return;
        case Opcode::assert_:
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return lead(number, Flow::data, after, after);
    }
}

}  // namespace musimd
