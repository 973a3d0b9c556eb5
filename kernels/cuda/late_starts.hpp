#pragma once

#include <cstdint>

#include "kernels/cuda/launch_program.hpp"

namespace musimd::kernels::cuda {

/// If the threads of the schedule start late, each of them, or under `lockstep` each warp, first counts to a
/// number, which the seed gives it.
void delay_threads(const LaunchConfiguration& config, PreparedLaunch& prepared);

/// With the most steps that a thread takes before it starts, which do not count.
std::uint64_t step_limit(const LaunchConfiguration& config);

}  // namespace musimd::kernels::cuda
