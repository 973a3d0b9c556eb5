#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "analysis/lint/divergence.hpp"
#include "analysis/lint/lint.hpp"
#include "isa/diagnostic.hpp"

namespace musimd {
namespace {

using Operands = std::vector<Operand>;

/// For each node, the operands known to be the number of a thread of Θ_mask: those of a `branch_mask` that
/// was taken, until they change or the block ends.
class KnownLanes {
  public:
    KnownLanes(const Program& program, const ControlGraph& graph, const Divergence& divergence)
        : program_(program), graph_(graph), divergence_(divergence), at_(graph.nodes.size()) {
        arrive(0, {});
        for (; !waiting_.empty(); waiting_.pop_front()) leave(waiting_.front());
    }

    bool holds(std::uint32_t node, const Operand& lane) const {
        return at_[node] && std::ranges::find(*at_[node], lane) != at_[node]->end();
    }

  private:
    void arrive(std::uint32_t node, Operands known) {
        if (at_[node]) {
            const auto unknown = [&](const Operand& o) { return std::ranges::find(known, o) == known.end(); };
            if (std::erase_if(*at_[node], unknown) == 0) return;
        } else {
            at_[node] = std::move(known);
        }
        waiting_.push_back(node);
    }

    void leave(std::uint32_t number) {
        const ControlNode& node = graph_.nodes[number];
        Operands known = *at_[number];
        const Instruction& i = program_.at(node.point.pc);
        switch (node.flow) {
            case Flow::data:
            case Flow::barrier:
                if (has_destination(info(i.opcode).format)) forget(known, i.destination);
                return arrive(node.next, std::move(known));
            case Flow::jump:
                return arrive(node.next, std::move(known));
            case Flow::branch:
                arrive(node.target, known);
                return arrive(node.next, std::move(known));
            case Flow::mask_branch:
                arrive(node.next, known);
                known.push_back(i.operands[0]);
                return arrive(node.target, std::move(known));
            case Flow::sync:  // other threads continue, with their own variables
                std::erase_if(known, [&](const Operand& o) { return !divergence_.is_uniform(number, o); });
                arrive(node.target, known);
                return arrive(node.next, std::move(known));
            case Flow::open:
            case Flow::close:
                return arrive(node.next, {});
            case Flow::stop:
            case Flow::leave:
                return;
        }
    }

    static void forget(Operands& known, Variable v) {
        std::erase_if(known, [v](const Operand& o) { return o == Operand::of(v); });
    }

    const Program& program_;
    const ControlGraph& graph_;
    const Divergence& divergence_;
    std::vector<std::optional<Operands>> at_;  ///< nullopt if control has not reached it yet
    std::deque<std::uint32_t> waiting_;
};

bool reads(const Instruction& i, Variable v) {
    if (i.opcode == Opcode::shfl && i.destination == v) return true;  // from a lane that has lost it
    const auto operands = std::span(i.operands).first(operand_count(i));
    return std::ranges::find(operands, Operand::of(v)) != operands.end();
}

/// The instruction that reads the variable of the `shfl` at the node in all of the threads that executed it;
/// or 0.
Label user_of(const Program& program, const ControlGraph& graph, const Divergence& divergence,
              std::uint32_t shuffle) {
    const Variable v = program.at(graph.nodes[shuffle].point.pc).destination;
    const std::size_t block = innermost_block(program, graph.context_of(graph.nodes[shuffle]));
    std::vector<bool> seen(graph.nodes.size());
    std::deque<std::uint32_t> waiting{graph.nodes[shuffle].next};
    for (; !waiting.empty(); waiting.pop_front()) {
        const ControlNode& node = graph.nodes[waiting.front()];
        if (seen[waiting.front()]) continue;
        seen[waiting.front()] = true;
        if (node.flow == Flow::leave || node.flow == Flow::stop) continue;
        const Instruction& i = program.at(node.point.pc);
        if (reads(i, v)) return node.point.pc;
        if (has_destination(info(i.opcode).format) && i.destination == v) continue;
        const bool ends_block =
            node.flow == Flow::close && innermost_block(program, graph.context_of(node)) == block;
        if (ends_block && program.registers == RegisterMode::restore) continue;
        const Label branch = node.flow == Flow::sync ? graph.context_of(node).back() : node.point.pc;
        const bool is_of_branch = node.flow == Flow::branch || node.flow == Flow::sync;
        if (is_of_branch && divergence.divides(branch)) continue;  // other threads continue there
        waiting.push_back(node.next);
        if (has_two_ways(node.flow)) waiting.push_back(node.target);
    }
    return 0;
}

/// The lints of one program.
class SleepingLanes {
  public:
    SleepingLanes(const Program& program, const ControlGraph& graph)
        : program_(program),
          graph_(graph),
          divergence_(program, graph),
          known_(program, graph, divergence_) {}

    Warnings find() {
        Warnings warnings;
        std::vector<bool> reported(program_.end());
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const ControlNode& node = graph_.nodes[n];
            if (node.flow != Flow::data || program_.at(node.point.pc).opcode != Opcode::shfl) continue;
            if (reported[node.point.pc] || !may_sleep(n)) continue;
            const Label user = user_of(program_, graph_, divergence_, n);
            if (user == 0) continue;
            reported[node.point.pc] = true;
            warnings.push_back(warning(node, user));
        }
        return warnings;
    }

  private:
    bool may_sleep(std::uint32_t number) const {
        const ControlNode& node = graph_.nodes[number];
        const OpenEntries& open = graph_.context_of(node);
        const Operand& lane = program_.at(node.point.pc).operands[0];
        if (known_.holds(number, lane)) return false;
        const auto value = divergence_.linear_value(number, lane);
        const bool in_block = innermost_block(program_, open) != open.size();
        const bool is_own = value && value->base == 0 && value->per_thread == 1 && value->per_warp == 0;
        if (is_own && !in_block) return false;
        return divergence_.is_mask_divided(open) || (divergence_.is_mask_initial(open) && !is_active(value));
    }

    // Whether the lane is certainly one of `.active`. (A number that is not a thread is not a sleeping lane.)
    bool is_active(const std::optional<LinearValue>& lane) const {
        const ThreadSet& active = program_.active;
        if (active == ThreadSet::all(program_.threads)) return true;
        const bool is_constant = lane && lane->per_thread == 0 && lane->per_warp == 0;
        return is_constant && 0 <= lane->base && lane->base < program_.threads &&
               active.contains(static_cast<Thread>(lane->base));
    }

    Warning warning(const ControlNode& node, Label user) const {
        const Instruction& i = program_.at(node.point.pc);
        const std::string name = shown(program_.variables[i.destination]);
        const Instruction& use = program_.at(user);
        const std::string where = use.line == 0           ? fmt::format("instruction {}", user)
                                  : user == node.point.pc ? std::string("this instruction, in a loop,")
                                                          : fmt::format("line {}", use.line);
        return {"sleeping-lane",
                node.point.pc,
                {i.line, i.column},
                fmt::format("'{}' is undefined if its lane is not in the mask here, and {} reads it", name,
                            where)};
    }

    const Program& program_;
    const ControlGraph& graph_;
    Divergence divergence_;
    KnownLanes known_;
};

}  // namespace

Warnings find_sleeping_lanes(const Program& program) {
    const ControlGraph graph(program, kMaxLintedPoints);
    if (!is_lintable(program, graph) || program.model == ThreadModel::volta) return {};
    return SleepingLanes(program, graph).find();
}

}  // namespace musimd
