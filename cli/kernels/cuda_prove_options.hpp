#pragma once

#include <string>

#include "cli/command/options.hpp"
#include "dsl/cuda/kernel_function.hpp"
#include "prove/proof.hpp"

// The options of `musimd cuda --prove`.

namespace musimd::cli {

/// --assume, --length, --arg, --block and --grid. Throws UsageError if --arg is not an integer of an integer
/// parameter.
prove::Premises premises_of(const Options& options, const dsl::cuda::KernelFunction& kernel);

/// --solver, or the first that is installed. Throws InputError if there is none.
std::string solver_of(const Options& options);

}  // namespace musimd::cli
