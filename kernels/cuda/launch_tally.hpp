#pragma once

#include <optional>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/launch/cost.hpp"
#include "semantics/tally.hpp"

// What a launch costs, and whether all its accesses are inside of the objects that are meant, without a look
// at each step. A tally says nothing about a run in which something is wrong: that one is run again, and
// observed.

namespace musimd::kernels::cuda {

Tally tally_of(const LaunchProgram& launch);

/// As of openmp::CostObserver; nothing if the run was not counted, or an access was outside.
std::optional<openmp::Cost> cost_of(const Tally& tally, const LaunchProgram& launch, ThreadModel model);

}  // namespace musimd::kernels::cuda
