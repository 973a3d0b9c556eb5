#pragma once

#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/device/prelude/warp_emulated.hpp"

// The 32 threads of a hardware warp on a processor: fibers, of which one runs at a time, to its next
// collective call. Between two such calls they run alternately in ascending and descending order of lanes,
// which reveals a missing sync.

namespace musimd::gpu {

/// The function that MUSIMD_KERNEL defines on a processor: called by each of the 32 threads of a hardware
/// warp.
using EmulatedKernel = void (*)(void* argument, unsigned warp);

/// Runs the kernel once with 32 fibers of the calling thread. `current` is the unit's musimd_emulator.
/// Returns an error message if threads do not meet at the same collective call, or name an invalid lane.
/// The threads are then abandoned: their resources are not released.
tl::expected<void, std::string> run_emulated_warp(EmulatedKernel kernel, void* argument, unsigned warp,
                                                  hardware::Emulator** current);

/// The same for each of `warps`, on all cores; `current` returns the unit's musimd_emulator of the calling
/// thread.
tl::expected<void, std::string> launch_emulated(EmulatedKernel kernel, void* argument, unsigned warps,
                                                hardware::Emulator** (*current)());

/// The number of host threads that this uses.
unsigned emulating_threads();

}  // namespace musimd::gpu
