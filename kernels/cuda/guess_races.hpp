#pragma once

#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "kernels/findings/finding.hpp"

namespace musimd::kernels::cuda {

/// Moves the races of guesses (guesses.hpp) with atomics from the findings; they are notes.
std::vector<Finding> take_races_of_guesses(const dsl::cuda::KernelFunction& kernel,
                                           std::vector<Finding>& findings);

}  // namespace musimd::kernels::cuda
