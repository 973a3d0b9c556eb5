#pragma once

#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "prove/proof.hpp"

namespace musimd::cli {

/// Shapes of launches to look for a violation: those that the assumptions or constants of the kernel
/// suggest, and usual ones. Small grids come first.
std::vector<prove::LaunchShape> shapes_to_try(const dsl::cuda::KernelFunction& kernel,
                                              const prove::Premises& premises);

}  // namespace musimd::cli
