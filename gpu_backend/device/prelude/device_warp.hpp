#pragma once

#include "simulator/codegen/prelude/interface.hpp"

// The interface between the engine `cuda` and the kernels of its programs. This file is part of each compiled
// unit, as text.

namespace musimd::native {

/// The state of a warp before and after a launch: the argument of a kernel is an array of these, one for each
/// hardware warp.
struct DeviceWarp : WarpState {
    std::uint32_t runs = 1;          ///< 0: the kernel skips it
    Ending ending = Ending::handed;  ///< ending of the last stretch
    std::int64_t beyond = -1;        ///< the highest used address outside of Σ, or −1
};

/// Words from one lane mask to the next. In warps of up to 64 threads, all threads of the hardware warp hold
/// the whole mask; otherwise each holds 32 bits of it, those of one strip.
constexpr std::size_t mask_stride(std::size_t threads) {
    return threads <= 64 ? 1 : 16;
}

/// A warp with more threads than this does not fit a hardware warp.
inline constexpr std::uint32_t kMaxWarpThreads = 1024;

}  // namespace musimd::native
