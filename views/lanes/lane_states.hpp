#pragma once

#include <cstdint>
#include <vector>

#include "semantics/observer.hpp"

// What the threads of a warp do at a step.

namespace musimd::views {

enum class LaneState : std::uint8_t {
    runs,     ///< in Θ
    woken,    ///< in Θ, woken by the innermost `everywhere` block: outside of it the thread is dormant
    waits,    ///< in Θ_todo of a branch: has yet to run its half of the conditional
    at_sync,  ///< in Θ_done of a branch: waits at the `sync`
    absent,   ///< in none of them: not active from the beginning, or a machine of its own under `volta`
    exited,
};

struct Lane {
    LaneState state = LaneState::absent;
    Label branch = 0;  ///< for waits and at_sync: the number of the branch

    friend bool operator==(const Lane&, const Lane&) = default;
};

/// The lanes before the step, by thread. `exited`: the threads of the warp that have exited.
std::vector<Lane> lanes_of(const StepEvent& event, const ThreadSet& exited);

}  // namespace musimd::views
