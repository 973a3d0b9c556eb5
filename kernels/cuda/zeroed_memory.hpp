#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/cuda/launch_program.hpp"

namespace musimd::kernels::cuda {

/// Before the kernel begins, the threads of each block set these shared arrays to 0, and meet at a barrier.
void zero_shared_memory(const std::vector<std::pair<dsl::BufferId, std::int64_t>>& arrays,
                        const LaunchConfiguration& config, PreparedLaunch& prepared);

}  // namespace musimd::kernels::cuda
