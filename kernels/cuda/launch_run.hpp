#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/engines.hpp"
#include "kernels/cuda/device_launches.hpp"
#include "kernels/cuda/exploring.hpp"
#include "kernels/cuda/launch_program.hpp"
#include "kernels/cuda/observed_run.hpp"
#include "kernels/findings/finding.hpp"
#include "kernels/launch/cost.hpp"

// Launches a CUDA kernel on the machine. See docs/cuda.md.

namespace musimd::kernels::cuda {

/// A launch that has run.
struct LaunchRun {
    using End = openmp::RunEnd;
    End end = End::refused;
    bool is_accepted = true;        ///< by the model; if not, it is refused
    std::vector<Finding> findings;  ///< in the order in which they happen; a trap is the last
    std::vector<Finding> warnings;
    std::string message;         ///< for limits, and for what is refused
    dsl::SourcePoint line = {};  ///< for limits, and for what is refused
    /// After the run, as in CallArguments; empty unless it has stopped.
    std::vector<std::vector<std::uint64_t>> buffers;
    /// After the run, if it has reached its end, also after findings.
    std::optional<openmp::CallState> memory;
    std::int64_t parts = 1;       ///< parts of the grid, which ran one after another; see blocks_at_once
    bool shows_schedule = false;  ///< of its program, if several are to be tried; see schedules.hpp
    std::optional<Explored> explored = {};  ///< if it was to be, and nothing was wrong before
    bool is_sample = false;  ///< some blocks of it, or of a grid that it launches, have not run
    std::string printed;     ///< by the kernel, in the order of the calls
    openmp::Cost cost;       ///< with that of the grids that device code launches
    /// Of a run for_volta: if it shows that nothing else happens there, what it costs there.
    std::optional<openmp::Cost> volta_cost;
    DeviceLaunchCount children = {};
    bool is_observed = true;       ///< otherwise only the steps of the cost are known
    DeviceLaunches launched = {};  ///< by its threads; they have run
};

/// Runs it. Engines that show no steps find only what the machine does: run them where another one finds
/// nothing. Grids that device code launches run after the threads of the grid that launches them, in the
/// order of the launches, each with those that it launches itself. With LaunchConfiguration::goes_on, what
/// C++ leaves undefined is reported, each distinct case once, and the run is repeated without it.
LaunchRun run_launch(const dsl::cuda::KernelFunction& kernel, const openmp::CallArguments& arguments,
                     const LaunchConfiguration& config, const Engine& engine);

/// The same in memory that has been laid out.
LaunchRun run_launch(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                     const LaunchConfiguration& config, const Engine& engine);

/// Whether a run under `lockstep` may say what happens under `volta`: nothing in the kernel depends on which
/// threads are together. It does if no threads race (simulator/fast/together.hpp).
bool may_decide_volta(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                      const LaunchConfiguration& config);

/// The run under `volta`, of one that has a volta_cost.
LaunchRun run_under_volta(const LaunchRun& run);

/// How many runs of such launches may be done at the same time: short ones are not worth a thread.
unsigned runs_at_once(const LaunchConfiguration& config);

}  // namespace musimd::kernels::cuda
