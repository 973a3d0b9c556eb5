#include <algorithm>

#include "semantics/models/group_machine.hpp"
#include "semantics/order.hpp"

// How the threads of a group execute (S12.56 to S12.58): `--within`, of `maximal`. Group::ahead has the
// threads that have gone on by themselves. They meet again where they wait for each other.

namespace musimd::models {
namespace {

// What a thread executes by itself under `control`: data instructions that concern no other thread.
bool is_of_one_thread(const Instruction& i) {
    if (i.opcode == Opcode::assert_) return true;
    const bool asks_others =
        i.opcode == Opcode::ballot || i.opcode == Opcode::shfl || i.opcode == Opcode::activemask;
    return info(i.opcode).family == Family::data && !is_collective(i.opcode) && !asks_others;
}

}  // namespace

bool GroupMachine::goes_alone(const Group& group, Thread t) const {
    const Label pc = group.pc_of(t);
    if (pc >= program_.end()) return false;
    const Instruction& i = program_.at(pc);
    switch (options_.within) {
        case Within::collective:
            return false;
        case Within::synchronous:  // once; then it waits for the others
            return pc == group.pc && info(i.opcode).memory != MemoryUse::none;
        case Within::control:
            return is_of_one_thread(i);
    }
    return false;
}

ThreadSet GroupMachine::who_goes_alone(At at) const {
    ThreadSet alone;
    if (options_.within == Within::collective) return alone;
    const Group& group = this->group(at);
    group.active.for_each([&](Thread t) {
        if (goes_alone(group, t)) alone.insert(t);
    });
    return alone;
}

// The next step of the group: that of the chosen thread or of the first in the scheduler's order that can
// step by itself, or of all.
GroupMachine::At GroupMachine::with_thread(At at) const {
    const ThreadSet alone = who_goes_alone(at);
    if (alone.empty()) return at;
    const GroupWarp& warp = warps_[at.warp];
    const bool is_chosen = warp.chosen && alone.contains(*warp.chosen);
    at.alone = is_chosen
                   ? *warp.chosen
                   : thread_order(options_.order, options_.seed, at.warp, warp.state.steps, alone).front();
    return at;
}

// Who steps.
ThreadSet GroupMachine::active_at(At at) const {
    if (!at.alone) return group(at).active;
    ThreadSet one;
    one.insert(*at.alone);
    return one;
}

// Who has stepped goes on at pc. The group is where the last of its threads is.
void GroupMachine::move_on(At at, Label pc) {
    Group& group = this->group(at);
    if (!at.alone) {
        group.pc = pc;
        return;
    }
    group.ahead[*at.alone] = pc;
    Label last = pc;
    group.active.for_each([&](Thread t) { last = std::min(last, group.pc_of(t)); });
    if (last == group.pc) return;
    group.pc = last;
    std::erase_if(group.ahead, [&](const auto& thread) { return thread.second == last; });
}

}  // namespace musimd::models
