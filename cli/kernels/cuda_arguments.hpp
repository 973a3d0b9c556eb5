#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command/options.hpp"
#include "dsl/cuda/kernel_function.hpp"
#include "kernels/launch/arguments.hpp"

// The arguments of a launch, as --arg names them: see docs/cuda.md.

namespace musimd::cli {

/// What --arg says, by parameter, in the words of kernels/launch/arguments.hpp. Throws InputError with a
/// line for each one that is wrong.
kernels::openmp::GivenArguments cuda_arguments(const Options& options,
                                               const dsl::cuda::KernelFunction& kernel);

/// The values of device variables that are not given: those of the text.
void add_device_variables(const dsl::cuda::KernelFunction& kernel, kernels::openmp::GivenArguments& given);

/// Throws InputError with a line for each text that is wrong, and what would be right.
kernels::openmp::CallArguments read_cuda_arguments(const dsl::cuda::KernelFunction& kernel,
                                                   const std::vector<std::string>& texts,
                                                   std::string_view command = "cuda");

}  // namespace musimd::cli
