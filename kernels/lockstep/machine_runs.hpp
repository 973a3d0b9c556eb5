#pragma once

#include <vector>

#include "kernels/lockstep/instances.hpp"
#include "kernels/lockstep/target_run.hpp"

namespace musimd::kernels::lockstep {

/// The launch of a run on the machine.
cuda::LaunchConfiguration configuration_of(const Setting& setting, const TargetRun& run);

const dsl::cuda::KernelFunction& kernel_of(const Setting& setting, const Instances& instances,
                                           const Shape& shape, IndexOrder order);

/// All instances under the models that the setting has, for each list of arguments. Other orders than the
/// first run under the first model alone, and with the first list.
std::vector<TargetRun> run_on_machine(const Setting& setting, const Instances& instances,
                                      const std::vector<openmp::CallArguments>& arguments);

}  // namespace musimd::kernels::lockstep
