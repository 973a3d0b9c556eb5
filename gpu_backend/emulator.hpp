#pragma once

#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/prelude/warp_emulated.hpp"

// The 32 threads of a hardware warp, on a processor: as fibers, of which one runs at a time, to its next
// collective call. Between two such calls they run in ascending order of lanes, or in descending, by turns:
// what lacks a sync shows.

namespace musimd::gpu {

/// What MUSIMD_KERNEL makes on a processor: called by each of the 32 threads of a hardware warp.
using EmulatedKernel = void (*)(void* argument, unsigned warp);

/// Runs the kernel once with 32 fibers of the calling thread. `current` is the unit's musimd_emulator. Else a
/// sentence for people: threads that did not come to the same collective call, or a lane that is none. The
/// threads are then left where they are: nothing that they hold is given back.
tl::expected<void, std::string> run_emulated_warp(EmulatedKernel kernel, void* argument, unsigned warp,
                                                  hardware::Emulator** current);

/// The same for each of `warps`, on all cores; `current` gives the unit's musimd_emulator of the calling
/// thread.
tl::expected<void, std::string> launch_emulated(EmulatedKernel kernel, void* argument, unsigned warps,
                                                hardware::Emulator** (*current)());

/// How many threads of the host that takes.
unsigned emulating_threads();

}  // namespace musimd::gpu
