#pragma once

#include "differential/cuda/launch_run.hpp"
#include "differential/openmp/objects.hpp"
#include "semantics/result.hpp"

// What the machine reports of a launch, in the words of CUDA: elements of arrays in place of addresses,
// threads of blocks in place of lanes of warps.

namespace musimd::differential::cuda {

Finding finding_of(const Trap& trap, const LaunchProgram& launch);
Finding finding_of(const RunWarning& warning, const LaunchProgram& launch);
Finding finding_of(const openmp::OutsideAccess& access, const LaunchProgram& launch);

/// `thread (3, 0, 0) of block (1, 0, 0)`; in one dimension `thread 3 of block 1`.
std::string thread_text(std::uint32_t warp, Thread lane, const Program& program);

}  // namespace musimd::differential::cuda
