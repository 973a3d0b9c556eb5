#pragma once

#include "kernels/cuda/grid_races.hpp"
#include "kernels/cuda/launch_program.hpp"
#include "kernels/findings/finding.hpp"
#include "kernels/launch/objects.hpp"
#include "kernels/launch/random_turns.hpp"
#include "semantics/result.hpp"

// What the machine reports of a launch, in the words of CUDA: elements of arrays in place of addresses,
// threads of blocks in place of lanes of warps.

namespace musimd::kernels::cuda {

/// A message of the machine, with what it names as CUDA spells it: `__syncthreads` for `block_barrier`.
std::string in_cuda_words(std::string message);

/// The trap of a result.
Finding finding_of(const Result& result, const LaunchProgram& launch);
Finding finding_of(const RunWarning& warning, const LaunchProgram& launch);
Finding finding_of(const openmp::OutsideAccess& access, const LaunchProgram& launch);
Finding finding_of(const GridRace& race, const LaunchProgram& launch);
/// A write to constant memory.
Finding finding_of_constant(const openmp::OutsideAccess& access, const LaunchProgram& launch);
/// A read of what was never written.
Finding finding_of_unwritten(const openmp::OutsideAccess& access, const LaunchProgram& launch);
/// Of threads that wait indefinitely: all that have not ended.
Finding finding_of_deadlock(const std::vector<openmp::SpinningThread>& waiting, const LaunchProgram& launch);

}  // namespace musimd::kernels::cuda
