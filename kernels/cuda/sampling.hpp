#pragma once

#include <string>

#include "kernels/cuda/launch_program.hpp"

// Launches of which only some blocks run, since a grid is too large: LaunchConfiguration::sample_blocks.

namespace musimd::kernels::cuda {

/// Which blocks of the launch run: all, if they wait for each other.
dsl::Sample sample_of(const dsl::cuda::KernelFunction& kernel, const LaunchConfiguration& config);

/// What is reported of so many blocks that ran, of so many of the grid.
std::string sample_text(std::int64_t ran, std::int64_t blocks);

/// That the kernel cannot be sampled.
std::string whole_text(const dsl::cuda::KernelFunction& kernel);

}  // namespace musimd::kernels::cuda
