#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "semantics/machine.hpp"
#include "semantics/order.hpp"

namespace musimd::fast {

/// The turn of a warp in the schedule: before those that are greater.
struct Turn {
    std::uint64_t round = 0;
    std::uint64_t place = 0;  ///< in the round, together with the warp
    std::uint32_t warp = 0;

    friend bool operator<(const Turn& x, const Turn& y) {  // the defaulted <=> takes longer
        if (x.round != y.round) return x.round < y.round;
        return x.place != y.place ? x.place < y.place : x.warp < y.warp;
    }
    friend bool operator>(const Turn& x, const Turn& y) { return y < x; }
};

/// The turns of the warps of a grid, for runs that do not take them one by one.
class TurnOrder {
  public:
    TurnOrder(const MachineOptions& options, std::uint32_t warps) : options_(options), waits_(warps) {}

    /// The turn of the step that the warp takes after this many.
    Turn of_step(std::uint32_t warp, std::uint64_t steps) const { return at(warp, steps + waits_[warp]); }

    /// Before the barrier opens at which some warps wait, and the others have stopped: it opens at the first
    /// turn of a waiting warp after the last step of any. `warps`: FastWarps, or others with the same
    /// queries.
    template <typename Warps>
    void open_barrier(const Warps& warps) {
        Turn last;
        bool any = false;
        for (const auto& warp : warps) {
            if (warp.steps() == 0) continue;
            last = std::max(last, of_step(warp.number(), warp.steps() - 1));
            any = true;
        }
        for (const auto& warp : warps) {
            if (!warp.waits_at_barrier()) continue;
            const bool same_round = !any || last < at(warp.number(), last.round);
            waits_[warp.number()] = last.round + (same_round ? 0 : 1) - warp.steps();
        }
    }

  private:
    Turn at(std::uint32_t warp, std::uint64_t round) const {
        switch (options_.order) {
            case Order::ascending:
                return {round, warp, warp};
            case Order::descending:
                return {round, UINT32_MAX - warp, warp};
            case Order::random:
                return {round, order_key(options_.seed, UINT64_MAX, round, warp), warp};
        }
        return {};
    }

    const MachineOptions& options_;
    std::vector<std::uint64_t> waits_;  ///< for each warp: turns so far that were no step
};

}  // namespace musimd::fast
