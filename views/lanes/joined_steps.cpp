#include "views/lanes/joined_steps.hpp"

namespace musimd::views {
namespace {

bool steps_twice(const LaneRow& before, const LaneRow& step) {
    for (std::size_t t = 0; t < step.lanes.size(); ++t)
        if (step.lanes[t].state == LaneState::runs && before.lanes[t].state == LaneState::runs) return true;
    return false;
}

}  // namespace

bool joins(const LaneRow& before, const LaneRow& step, ThreadModel model, bool by_line) {
    if (model != ThreadModel::volta) return by_line && before.is_like(step);
    return before.place == step.place && (by_line || !steps_twice(before, step));
}

void join(LaneRow& before, const LaneRow& step, const ThreadSet& active) {
    before.last = step.last;
    active.for_each([&](Thread t) { before.lanes[t] = step.lanes[t]; });
}

}  // namespace musimd::views
