#pragma once

#include <functional>

#include "kernels/cuda/launch_run.hpp"

namespace musimd::kernels::cuda {

/// After a run in one schedule, those in others that the configuration asks for, until one shows something
/// wrong: it is added to the run. `run_in`: runs the launch.
void run_in_other_schedules(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                            const LaunchConfiguration& config,
                            const std::function<LaunchRun(const LaunchConfiguration&)>& run_in,
                            LaunchRun& run);

}  // namespace musimd::kernels::cuda
