#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command/options.hpp"
#include "kernels/cuda/launch_program.hpp"
#include "kernels/launch/arguments.hpp"
#include "reader/front_end.hpp"

// How a kernel is launched, by the options of `musimd cuda`. Options that a command does not have keep their
// defaults.

namespace musimd::cli {

/// --grid, --block, --shared, --warp, --resident, --sample, --max-steps, --undefined, --races and --continue.
kernels::cuda::LaunchConfiguration launch_configuration(const Options& options);
/// The same without --grid and --block.
kernels::cuda::LaunchConfiguration launch_conditions(const Options& options);

/// Without --shared, `extern __shared__` arrays have one element for each thread. Returns the note that says
/// so, or an empty text.
std::string add_usual_shared_memory(const Options& options, const reader::Source& source,
                                    const dsl::cuda::KernelFunction& kernel,
                                    kernels::cuda::LaunchConfiguration& config);

/// The arguments of all parameters: what is given, or --elements random elements by --seed, and `number`.
std::vector<std::string> launch_argument_texts(const Options& options,
                                               const dsl::cuda::KernelFunction& kernel,
                                               const kernels::openmp::GivenArguments& given,
                                               const kernels::cuda::LaunchConfiguration& config,
                                               std::int64_t number);

/// Throws InputError: the kernel has an `everywhere` block, which volta does not run.
[[noreturn]] void refuse_volta(const reader::Source& source, const dsl::cuda::KernelFunction& kernel);

}  // namespace musimd::cli
