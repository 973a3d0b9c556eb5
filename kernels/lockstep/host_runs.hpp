#pragma once

#include <vector>

#include "kernels/lockstep/instances.hpp"
#include "kernels/lockstep/target_run.hpp"

namespace musimd::kernels::lockstep {

/// The kernel as C++, compiled by the host's compiler: with one worker (a run for each simdSize), or with a
/// thread per worker. All instances of an order are compiled together. Runs for each list of arguments. If
/// there is no compiler, or it fails, the runs say so.
std::vector<TargetRun> run_on_host(const Setting& setting, const Instances& instances, Target target,
                                   IndexOrder order, const std::vector<openmp::CallArguments>& arguments);

}  // namespace musimd::kernels::lockstep
