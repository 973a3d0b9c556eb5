#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/findings/finding.hpp"

namespace musimd::kernels::cuda {

/// How many of the schedules of a launch were run.
struct Explored {
    enum class End : std::uint8_t {
        all,        ///< each other one differs from one of these only in what no thread notices
        schedules,  ///< there are more than LaunchConfiguration::explored
        steps,      ///< these took as many steps as an exploration may
        memory,     ///< the search needs too much
        findings,   ///< too many schedules failed
        interrupted,
        refused,
    };
    End end = End::all;
    std::uint64_t schedules = 1;
    /// Others, in which a thread takes more steps than kMostStepsExplored, were not.
    bool is_limited = false;
    std::string why = {};  ///< for refused

    static Explored refused(std::string why) { return {End::refused, 0, false, std::move(why)}; }
    /// `all schedules (36 run)`.
    std::string text() const;
    bool is_whole() const { return end == End::all && !is_limited; }
    /// Of JSON: `all`, `schedules`, …
    std::string_view end_name() const;
};

/// Those of several launches.
struct ExploredLaunches {
    std::uint64_t launches = 0;
    std::uint64_t whole = 0;  ///< of which all schedules were run
    std::uint64_t schedules = 0;
    std::optional<Explored> other = {};  ///< the first of which not all were
    std::uint64_t number = 0;            ///< of that launch

    void add(const Explored& explored, std::uint64_t launch);
    /// `all schedules of 3 of 4 launches (36 run); launch 2: …`.
    std::string text() const;
};

/// The longest launch that is explored, and the most steps of a thread, or of a warp under `lockstep`.
inline constexpr std::uint64_t kMostStepsExplored = 10'000;

/// Runs the launch, which takes so many steps and shows nothing wrong in one schedule, in all that differ
/// (docs/exploring.md). Adds what is wrong to the findings: traps of the machine, and that threads wait for
/// what none of them changes.
Explored explore_launch(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                        const LaunchConfiguration& config, std::uint64_t steps,
                        std::vector<Finding>& findings);

}  // namespace musimd::kernels::cuda
