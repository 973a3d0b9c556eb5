#include "semantics/models/group_machine.hpp"

// What the model leaves open of a step (S12.51), for those who choose: `explore`, and schedules.

namespace musimd::models {

std::vector<std::vector<Thread>> GroupMachine::choices(std::uint32_t warp) const {
    const auto next = next_step(warp);
    if (!next) return {};
    const Wait wait = awaits(*next);
    if (wait == Wait::barrier || wait == Wait::block_barrier) return {};  // which all groups pass
    auto found = has_free_groups(program_.model) ? free_steps(warp) : free_sides(*next);
    if (found.size() < 2) found.clear();
    return found;
}

// The thread's group or, where its threads step one by one, the thread is the next to step.
void GroupMachine::choose(std::uint32_t warp, Thread t) {
    warps_[warp].chosen = t;
    show(warp);
}

// Every group that can step or, where its threads step one by one, each thread that can.
std::vector<std::vector<Thread>> GroupMachine::free_steps(std::uint32_t warp) const {
    std::vector<std::vector<Thread>> found;
    for (std::size_t place = 0; place < warps_[warp].groups.list.size(); ++place) {
        const At at{warp, place};
        if (!can_step(at)) continue;
        const ThreadSet alone = who_goes_alone(at);
        alone.for_each([&](Thread t) { found.push_back({t}); });
        if (alone.empty()) found.push_back(group(at).active.threads());
    }
    return found;
}

// The sides of a branch whose threads differ: the threads of the one that is first, then those of the other.
std::vector<std::vector<Thread>> GroupMachine::free_sides(At at) const {
    const Instruction* i = next(at);
    const bool is_branch = i != nullptr && (i->opcode == Opcode::bz || i->opcode == Opcode::bnz);
    if (!has_free_side(program_.model) || options_.side || !is_branch || i->target == pc_at(at) + 1)
        return {};
    std::vector<Thread> next_first;
    std::vector<Thread> target;
    RuleSet rules;
    for (const Thread t : group(at).active.threads()) {
        const auto value = evaluate(i->operands[0], t, warps_[at.warp].state, program_, rules);
        if (!value) return {};  // it traps
        const bool branches = (*value == 0) == (i->opcode == Opcode::bz);
        (branches ? target : next_first).push_back(t);
    }
    if (target.empty() || next_first.empty()) return {};
    std::vector<Thread> target_first = target;
    target_first.insert(target_first.end(), next_first.begin(), next_first.end());
    next_first.insert(next_first.end(), target.begin(), target.end());
    return {next_first, target_first};
}

}  // namespace musimd::models
