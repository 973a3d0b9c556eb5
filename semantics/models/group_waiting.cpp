#include <algorithm>

#include "isa/printer.hpp"
#include "semantics/models/group_machine.hpp"
#include "semantics/openings.hpp"

// What groups wait for: barriers, block barriers and, where a collective waits, others at it.

namespace musimd::models {

// ---- who waits

// What the group waits for at its next instruction; nothing if one of its own checks fails there.
Wait GroupMachine::awaits(At at) const {
    const Instruction* i = next(at);
    if (i == nullptr || group(at).is_released) return Wait::nothing;
    RuleSet rules;
    if (i->opcode == Opcode::barrier) return barrier_failure(at, rules) ? Wait::nothing : Wait::barrier;
    if (is_block_barrier(i->opcode)) return barrier_failure(at, rules) ? Wait::nothing : Wait::block_barrier;
    if (policy_.meet != Policy::Meet::waits || !is_collective(i->opcode)) return Wait::nothing;
    return own_failure(at) ? Wait::nothing : Wait::collective;
}

// The own checks of a barrier.
std::optional<Failure> GroupMachine::barrier_failure(At at, RuleSet& rules) const {
    const Instruction& i = *next(at);
    const bool is_block = is_block_barrier(i.opcode);
    const GroupWarp& warp = warps_[at.warp];
    const ThreadSet& active = group(at).active;
    const bool is_together = policy_.barrier == Policy::Barrier::waits ||
                             (is_block ? active == warp.state.all : warp.groups.is_alone());
    if (!warp.saved.empty() || !is_together) {
        return Failure{.kind = TrapKind::barrier_while_diverged,
                       .rule = is_block ? RuleId::BB : RuleId::BR,
                       .all_active = true};
    }
    std::optional<Failure> failure;
    if (i.opcode != Opcode::block_barrier_of) return failure;
    active.all_of([&](Thread t) {
        const auto o = evaluate(i.operands[0], t, warp.state, program_, rules);
        if (!o) failure = o.error();
        return !failure;
    });
    return failure;
}

bool GroupMachine::can_step(At at) const {
    if (group(at).has_yielded) return false;
    switch (awaits(at)) {
        case Wait::nothing:
            return true;
        case Wait::barrier:
            return all_wait(0, program_.warps, Wait::barrier);
        case Wait::block_barrier: {
            const std::uint32_t count = program_.warps_per_block();
            return all_wait(warps_[at.warp].state.block * count, count, Wait::block_barrier);
        }
        case Wait::collective:
            return !group(at).active.all_of([&](Thread t) { return !is_complete(at, t); });
    }
    return false;
}

// Whether the warp's next step needs other warps, or it has none.
bool GroupMachine::waits(std::uint32_t warp) const {
    if (has_stopped(warp)) return false;
    const auto next = next_step(warp);
    if (!next) return true;
    const Wait wait = awaits(*next);
    return wait == Wait::barrier || wait == Wait::block_barrier;
}

// Whether every thread of these warps that has not ended waits at such a barrier.
bool GroupMachine::all_wait(std::uint32_t first, std::uint32_t count, Wait wait) const {
    for (std::uint32_t w = first; w < first + count; ++w) {
        const Groups& groups = warps_[w].groups;
        if (!groups.arrived.empty()) return false;
        for (std::size_t place = 0; place < groups.list.size(); ++place) {
            if (awaits({w, place}) != wait) return false;
        }
    }
    return true;
}

// ---- openings

// The groups of the warps that wait at a barrier, by their lowest threads.
std::vector<GroupMachine::At> GroupMachine::groups_of(std::uint32_t first, std::uint32_t count) const {
    std::vector<At> found;
    for (std::uint32_t w = first; w < first + count; ++w) {
        for (std::size_t place = 0; place < warps_[w].groups.list.size(); ++place)
            found.push_back({w, place});
    }
    std::ranges::sort(found, {}, [&](At at) { return std::pair(at.warp, group(at).active.front()); });
    return found;
}

void GroupMachine::open_barrier() {
    for (const At at : groups_of(0, program_.warps)) release(at, 0);
    if (memory_.history()) memory_.history()->barrier();
}

// The group passes the barrier, which yields c.
void GroupMachine::release(At at, Value c) {
    group(at).is_released = true;
    group(at).has_yielded = false;
    group(at).opened = c;
}

// The barrier of this group's block opens. If it fails, `at` is where.
std::optional<Failure> GroupMachine::open_block_barrier(At& at) {
    const std::uint32_t block = warps_[at.warp].state.block;
    const std::uint32_t count = program_.warps_per_block();
    const std::vector<At> waiting = groups_of(block * count, count);
    const auto failure_at = [&](At failed) {
        at = failed;
        return Failure{.kind = TrapKind::barrier_while_diverged,
                       .rule = RuleId::BB,
                       .all_active = true,
                       .a = group(waiting.front()).pc};
    };
    for (const At other : waiting) {
        if (next(other)->variant != next(waiting.front())->variant) return failure_at(other);
    }
    const auto value = opening_value(waiting);
    if (!value) {
        Failure failure = value.error();
        failure.thread = group(at).active.front();
        return failure;
    }
    if (policy_.barrier == Policy::Barrier::strict && (has_gone(block) || are_apart(waiting))) {
        Failure failure = failure_at(waiting.front());
        failure.a = 0;  // not of its form
        return failure;
    }
    warn_of_opening(block, waiting);
    for (const At other : waiting) release(other, *value);
    if (memory_.history()) memory_.history()->block_barrier(block);
    return std::nullopt;
}

// What the barrier yields: how many threads have an o that is not 0, or whether all or some have.
tl::expected<Value, Failure> GroupMachine::opening_value(const std::vector<At>& waiting) {
    const Instruction& first = *next(waiting.front());
    if (first.opcode == Opcode::block_barrier) return 0;
    Integer threads = 0;
    Integer votes = 0;
    RuleSet rules;
    for (const At at : waiting) {
        const Warp& view = this->view(at);
        view.active.for_each([&](Thread t) {
            threads += 1;
            votes += *evaluate(next(at)->operands[0], t, view, program_, rules) != 0 ? 1 : 0;
        });
    }
    return opened_value(first, threads, votes, program_.word);
}

// Whether a thread of the block has ended.
bool GroupMachine::has_gone(std::uint32_t block) const {
    const std::uint32_t first = block * program_.warps_per_block();
    for (std::uint32_t w = first; w < first + program_.warps_per_block(); ++w) {
        if (!gone(w).empty()) return true;
    }
    return false;
}

// Whether the groups wait at several instructions.
bool GroupMachine::are_apart(const std::vector<At>& waiting) const {
    return std::ranges::any_of(waiting, [&](At at) { return group(at).pc != group(waiting.front()).pc; });
}

// ---- warnings

void GroupMachine::warn(WarningKind kind, At at, const ThreadSet& threads, std::string message) {
    warn_once(warnings_,
              {kind, group(at).pc, next(at)->line, at.warp, threads.threads(), std::move(message)});
}

void GroupMachine::warn_of_opening(std::uint32_t block, const std::vector<At>& waiting) {
    const At lowest = waiting.front();
    if (are_apart(waiting)) {
        ThreadSet elsewhere;
        for (const At at : waiting) {
            if (at.warp == lowest.warp && group(at).pc != group(lowest).pc) elsewhere |= group(at).active;
        }
        warn(WarningKind::barrier_instructions, lowest, elsewhere, barrier_instructions_text());
    }
    if (has_gone(block)) warn(WarningKind::barrier_exited, lowest, gone(lowest.warp), barrier_exited_text());
}

// ---- deadlocks

// Whether every group of every warp waits for what has not come.
bool GroupMachine::is_deadlocked() const {
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (!warps_[w].has_stopped() && can_step(w)) return false;
    }
    return true;
}

// Whom the group waits for in vain.
std::vector<Missing> GroupMachine::missing_of(At at) {
    std::vector<Missing> missing;
    const Opcode opcode = next(at)->opcode;
    if (is_collective(opcode)) {
        const ThreadSet absent = absent_from(at);
        Warp& view = this->view(at);
        view.active = {};
        view.sync_stack = picture({at.warp, SIZE_MAX});
        add_missing(missing, places_of(absent, view, program_));
        return missing;
    }
    for (std::uint32_t w = 0; w < program_.warps && missing.size() < kMaxWaiting; ++w) {
        if (opcode != Opcode::barrier && warps_[w].state.block != warps_[at.warp].state.block) continue;
        ThreadSet elsewhere;
        for (const Group& group : warps_[w].groups.arrived) elsewhere |= group.active;
        for (const Group& group : warps_[w].groups.list) {
            const Opcode other = program_.at(group.pc).opcode;
            if (opcode == Opcode::barrier ? other != opcode : !is_block_barrier(other))
                elsewhere |= group.active;
        }
        if (elsewhere.empty()) continue;
        Warp& view = warps_[w].state;
        view.active = {};
        view.sync_stack = picture({w, SIZE_MAX});
        add_missing(missing, places_of(elsewhere, view, program_));
    }
    return missing;
}

Outcome GroupMachine::deadlock(Observer* observer) {
    const std::vector<At> blocked = groups_of(0, program_.warps);
    const auto in_collective =
        std::ranges::find_if(blocked, [&](At at) { return is_collective(next(at)->opcode); });
    const At reported = in_collective != blocked.end() ? *in_collective : blocked.front();
    std::vector<Waiting> waiting;
    for (const At at : blocked) {
        if (waiting.size() >= kMaxWaiting) break;
        waiting.push_back(waiting_at(view(at), group(at).active.threads(), program_));
        waiting.back().missing = missing_of(at);
    }
    Failure failure = deadlock_failure(*next(reported));
    who_waits_ = std::move(waiting);
    failure.waiting = &who_waits_;
    fail(reported, failure, observer);
    for (std::uint32_t w = 0; w < program_.warps; ++w) show(w);
    return Outcome::trap;
}

}  // namespace musimd::models
