#pragma once

#include <vector>

#include "kernels/lockstep/instances.hpp"
#include "kernels/lockstep/target_run.hpp"

namespace musimd::kernels::lockstep {

/// NVRTC compiles all instances of an order.
std::vector<TargetRun> compile_by_nvrtc(const Setting& setting, const Instances& instances, IndexOrder order);

/// nvcc compiles all instances of an order; they run if there is a GPU.
std::vector<TargetRun> run_by_nvcc(const Setting& setting, const Instances& instances, IndexOrder order,
                                   const std::vector<openmp::CallArguments>& arguments);

/// Why nothing can run there; nullopt: it can.
std::optional<std::string> why_no_gpu();

}  // namespace musimd::kernels::lockstep
