#pragma once

#include "simulator/codegen/prelude/interface.hpp"

// What the engine `cuda` and the kernels of its programs say to one another. This file is a part of each
// compiled unit, as text.

namespace musimd::native {

/// A warp as a kernel finds it and leaves it: the argument of a kernel is an array of them, one for each
/// hardware warp.
struct DeviceWarp : WarpState {
    std::uint32_t runs = 1;          ///< 0: the kernel passes it by
    Ending ending = Ending::handed;  ///< of its last stretch
    std::int64_t beyond = -1;  ///< the highest address used for which Σ has no place; −1 if there is none
};

/// Words from one lane mask to the next. Where a warp has at most 64 threads all threads of the hardware warp
/// hold a mask alike; else each has 32 bits of it, those of one strip.
constexpr std::size_t mask_stride(std::size_t threads) {
    return threads <= 64 ? 1 : 16;
}

/// A warp with more threads than this has no place in a hardware warp.
inline constexpr std::uint32_t kMostThreads = 1024;

}  // namespace musimd::native
