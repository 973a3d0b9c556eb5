#pragma once

#include <optional>
#include <string>

#include "dsl/cuda/kernel_function.hpp"

// A kernel as CUDA C++ over explicit masks: all threads of a warp take every path together, and each of them
// knows whether it is active. So `everywhere` blocks are code like any other, and statements keep the order
// that they have in lock step.

namespace musimd::dsl::cuda {

/// What of the kernel cannot be written; nullopt: nothing.
std::optional<std::string> why_not_converged(const KernelFunction& kernel);

/// The kernel, if it can be written.
std::string print_converged(const KernelFunction& kernel);

}  // namespace musimd::dsl::cuda
