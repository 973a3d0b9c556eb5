#pragma once

#include "gpu_backend/device.hpp"
#include "gpu_backend/prelude/warp_emulated.hpp"

namespace musimd::gpu {

/// What MUSIMD_KERNEL makes on a processor: called by each of the 32 threads of a hardware warp.
using EmulatedKernel = void (*)(void* argument, unsigned warp);

/// Runs the kernel once with 32 fibers. `current` is the unit's musimd_emulator. Else a sentence for people:
/// threads that did not come to the same collective call.
tl::expected<void, std::string> run_emulated_warp(EmulatedKernel kernel, void* argument, unsigned warp,
                                                  hardware::Emulator** current);

}  // namespace musimd::gpu
