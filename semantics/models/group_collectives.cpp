#include <algorithm>

#include "semantics/models/group_machine.hpp"

// Collectives of groups: those who take part, by the policy's `meet`.

namespace musimd::models {

// ---- who takes part

// The threads of the warp that stand at an instruction, each with that of its group, ascending.
std::vector<Participant> GroupMachine::standing(std::uint32_t warp) const {
    std::vector<Participant> threads;
    for (const Group& group : warps_[warp].groups.list) {
        group.active.for_each([&](Thread t) { threads.emplace_back(t, warps_[warp].state, group.pc); });
    }
    std::ranges::sort(threads, {}, &Participant::lane);
    return threads;
}

Participant GroupMachine::participant(At at, Thread t) const {
    return {t, warps_[at.warp].state, group(at).pc};
}

// The lanes of the thread's mask that have not ended, and that it does not meet.
ThreadSet GroupMachine::absent_from(At at, Thread t) const {
    const Participant self = participant(at, t);
    ThreadSet absent = present_in(*mask_of(self, program_), present(at.warp));
    for (const Participant& other : standing(at.warp)) {
        if (meets(self, other, program_)) absent.erase(other.lane);
    }
    return absent;
}

bool GroupMachine::is_complete(At at, Thread t) const {
    return absent_from(at, t).empty();
}

ThreadSet GroupMachine::absent_from(At at) const {
    ThreadSet absent;
    group(at).active.for_each([&](Thread t) { absent |= absent_from(at, t); });
    return absent;
}

// Those who step with the group: it alone or, where a collective waits, all threads of the complete groups of
// its mask.
std::vector<Participant> GroupMachine::participants(At at) const {
    const ThreadSet active = group(at).active;
    ThreadSet meeting;
    if (policy_.meet == Policy::Meet::waits) {
        active.for_each([&](Thread t) {
            if (is_complete(at, t))
                meeting |= present_in(*mask_of(participant(at, t), program_), present(at.warp));
        });
    } else {
        meeting = active;
    }
    std::vector<Participant> threads = standing(at.warp);
    std::erase_if(threads, [&](const Participant& t) { return !meeting.contains(t.lane); });
    return threads;
}

// The first own check that fails in a thread of the group, where a collective waits.
std::optional<Failure> GroupMachine::own_failure(At at) const {
    std::optional<Failure> failure;
    RuleSet rules;
    group(at).active.all_of([&](Thread t) {
        failure = own_checks(participant(at, t), program_, rules);
        return !failure;
    });
    return failure;
}

// ---- the step

Step GroupMachine::collective_step(At at, Observer* observer) {
    if (policy_.meet == Policy::Meet::waits) {
        if (auto failure = own_failure(at)) return fail(at, *failure, observer);
    }
    const std::vector<Participant> threads = participants(at);
    const CollectiveRules how{policy_.meet == Policy::Meet::here ? Meeting::here : Meeting::all,
                              policy_.reads == Policy::Reads::warp};
    auto done = collective(threads, present(at.warp), program_, how);
    if (!done) {
        const Participant& t = threads[done.error().participant];
        return fail(place_of(at.warp, t.lane), with_report(std::move(done.error().failure), at), observer);
    }
    warn_of_exited(at, done->named);
    Warp& state = warps_[at.warp].state;
    for (const RegisterWrite& write : done->registers) {
        const auto t = std::ranges::find(threads, write.thread, &Participant::lane);
        GridMemory::assign(state, t->pc, program_.at(t->pc), write);
    }
    if (next(at)->opcode == Opcode::syncwarp && memory_.history())
        order_by_syncwarp(at.warp, threads, done->groups);
    step_together(at.warp, threads, *done, observer);
    return RuleId::IT;
}

// Each group goes on with those of its threads that have met; the others stay, as a group of their own.
void GroupMachine::step_together(std::uint32_t warp, const std::vector<Participant>& threads,
                                 const CollectiveEffects& done, Observer* observer) {
    Groups& groups = warps_[warp].groups;
    std::vector<Before> states;
    const std::size_t count = groups.list.size();
    for (std::size_t place = 0; place < count; ++place) {
        Group going = groups.list[place];
        Group staying = going;
        going.active = {};
        for (const Participant& t : threads) {
            if (!staying.active.contains(t.lane)) continue;
            going.active.insert(t.lane);
            staying.active.erase(t.lane);
        }
        if (going.active.empty()) continue;
        groups.list[place].active = going.active;
        states.push_back(before({warp, place}, observer));
        groups.list[place].pc += 1;
        if (!staying.active.empty()) groups.list.push_back(std::move(staying));
    }
    auto number = static_cast<std::uint32_t>(done.groups.size());
    for (const Before& state : states) {
        after(warp, state, RuleId::IT, done.rules, observer, number);
        number = 0;
    }
}

// A `syncwarp` orders the threads of each group, and those of its mask that have ended.
void GroupMachine::order_by_syncwarp(std::uint32_t warp, const std::vector<Participant>& threads,
                                     const std::vector<ThreadSet>& groups) {
    const ThreadSet ended = gone(warp);
    for (const ThreadSet& group : groups) {
        const auto first = std::ranges::find(threads, group.front(), &Participant::lane);
        memory_.history()->meet(warp, group | present_in(*mask_of(*first, program_), ended));
    }
}

GroupMachine::At GroupMachine::place_of(std::uint32_t warp, Thread t) const {
    const std::vector<Group>& list = warps_[warp].groups.list;
    const auto found = std::ranges::find_if(list, [&](const Group& g) { return g.active.contains(t); });
    return {warp, static_cast<std::size_t>(found - list.begin())};
}

void GroupMachine::warn_of_exited(At at, const ThreadSet& named) {
    const ThreadSet exited = present_in(named, gone(at.warp));
    if (exited.empty()) return;
    warn(WarningKind::collective_exited, at, exited, collective_exited_text(exited));
}

// The failure of a thread at a collective; if its group is not complete, with where the others are.
Failure GroupMachine::with_report(Failure failure, At at) {
    if (failure.missing == 0) return failure;
    Warp& view = this->view(at);
    Waiting waiting = waiting_at(view, {failure.thread}, program_);
    view.sync_stack = picture(at);
    waiting.missing = places_of(ThreadSet::of_words({&failure.missing, 1}), view, program_);
    who_waits_ = {std::move(waiting)};
    failure.waiting = &who_waits_;
    return failure;
}

}  // namespace musimd::models
