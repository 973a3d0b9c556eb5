#pragma once

#include <cstdint>

#include "simulator/fast/thread_warps.hpp"

namespace musimd::fast {

/// What Result::steps counts: steps of warps or, for each of these, its active lanes.
enum class Steps : std::uint8_t { of_warps, of_lanes };

/// Whether the run has come to no trap and no limit: to nothing that depends on the turns of other warps.
inline bool is_undisturbed(const Result& result) {
    return result.outcome == Outcome::stop || result.outcome == Outcome::interrupted;
}

/// Of a run that its tally says nothing about.
inline Result not_counted() {
    Result result;
    result.outcome = Outcome::interrupted;
    return result;
}

/// What a run's result is about.
struct Report {
    Steps steps = Steps::of_warps;
    const ThreadWarps* threads = nullptr;  ///< whose threads the warps are; null if they are warps

    /// Sets the warps of a grid before the first step.
    void begin(FastWarp& warp) const {
        if (threads != nullptr) threads->begin(warp);
    }

    /// The results of the warps.
    std::vector<WarpResult> of(std::span<const FastWarp> warps) const {
        if (threads != nullptr) return threads->results(warps);
        std::vector<WarpResult> results;
        results.reserve(warps.size());
        for (const FastWarp& warp : warps) results.push_back(warp.result());
        return results;
    }
};

}  // namespace musimd::fast
