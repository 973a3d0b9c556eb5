#include "views/lanes/lane_states.hpp"

namespace musimd::views {
namespace {

void add_waiting(const SyncStack& sync_stack, std::vector<Lane>& lanes) {
    const auto set = [&](Thread t, LaneState state, Label branch) {
        if (lanes[t].state == LaneState::absent) lanes[t] = {state, branch};
    };
    sync_stack.for_each([&](const SyncEntry& entry) {
        entry.todo.for_each([&](Thread t) { set(t, LaneState::waits, entry.branch); });
        entry.done.for_each([&](Thread t) { set(t, LaneState::at_sync, entry.branch); });
    });
}

}  // namespace

std::vector<Lane> lanes_of(const StepEvent& event, const ThreadSet& exited) {
    std::vector<Lane> lanes(event.program.threads);
    exited.for_each([&](Thread t) { lanes[t].state = LaneState::exited; });
    const ThreadSet* const outside =
        event.context_stack.empty() ? nullptr : &event.context_stack.top().active;
    event.active.for_each([&](Thread t) {
        const bool is_woken = outside != nullptr && !outside->contains(t);
        lanes[t].state = is_woken ? LaneState::woken : LaneState::runs;
    });
    add_waiting(event.sync_stack,
                lanes);  // that of the block, if there is one: the block has woken all others
    return lanes;
}

}  // namespace musimd::views
