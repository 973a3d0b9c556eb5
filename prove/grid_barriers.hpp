#pragma once

#include "dsl/cuda/kernel_function.hpp"

namespace musimd::prove {

/// The same kernel in which each call of `grid.sync()` is one instruction. In the header it is a loop of
/// atomics of one thread per block, between barriers of the block.
dsl::cuda::KernelFunction with_grid_barriers(dsl::cuda::KernelFunction kernel);

}  // namespace musimd::prove
