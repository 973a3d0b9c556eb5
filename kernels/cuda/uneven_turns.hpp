#pragma once

#include <optional>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/findings/finding.hpp"

namespace musimd::kernels::cuda {

/// What goes wrong, if something does, when threads get far ahead of each other: by the turns of the
/// schedule or, if it has none, each has random numbers of turns in a row, by its seed. That all threads wait
/// for what none of them changes is the finding `deadlock`. `steps`: that the launch takes in another
/// schedule; a run of many more ends without a finding.
std::optional<Finding> found_in_uneven_turns(const dsl::cuda::KernelFunction& kernel,
                                             const openmp::CallState& memory,
                                             const LaunchConfiguration& config, std::uint64_t steps);

}  // namespace musimd::kernels::cuda
