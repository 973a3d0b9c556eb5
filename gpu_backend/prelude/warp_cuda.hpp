#pragma once

#include <cstdint>

// What the 32 threads of a hardware warp do together, on a device: everything else of gpu_backend/prelude is
// written with these functions, and so runs on a processor, too (warp_emulated.hpp). This file is a part of
// what NVRTC or nvcc compiles, as text.
//
// Those called `collective` all 32 threads must reach, at the same place: control flow between them is
// uniform.

#define MUSIMD_DEVICE __device__
/// Up to eight warps a block, and 24 warps of a kernel at once where 65,536 registers are: 80 for each
/// thread. More warps hide how long memory takes; what has no register is seldom used in an inner loop.
#define MUSIMD_KERNEL(name)                                                                     \
    MUSIMD_DEVICE void name##_of_warp(void* argument, unsigned warp);                           \
    extern "C" __global__ void __launch_bounds__(256, 3) name(void* argument, unsigned warps) { \
        const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;                     \
        if (warp < warps) name##_of_warp(argument, warp);                                       \
    }                                                                                           \
    MUSIMD_DEVICE void name##_of_warp(void* argument, unsigned warp)

namespace musimd::hardware {

inline constexpr unsigned kLanes = 32;
inline constexpr unsigned kAll = 0xFFFFFFFFU;

/// Which of the 32 threads this is.
MUSIMD_DEVICE inline unsigned lane() {
    return threadIdx.x % kLanes;
}

/// How many bits are set.
MUSIMD_DEVICE inline int count(std::uint32_t bits) {
    return __popc(bits);
}

/// Collective: the threads that vote yes, as bits.
MUSIMD_DEVICE inline std::uint32_t ballot(bool vote) {
    return __ballot_sync(kAll, vote);
}

/// Collective: the value that thread `from` gives.
MUSIMD_DEVICE inline std::int32_t shuffle(std::int32_t value, unsigned from) {
    return __shfl_sync(kAll, value, static_cast<int>(from));
}
MUSIMD_DEVICE inline std::int64_t shuffle(std::int64_t value, unsigned from) {
    return __shfl_sync(kAll, static_cast<long long>(value), static_cast<int>(from));
}

/// Collective: the threads that give the same value as this one, as bits.
MUSIMD_DEVICE inline std::uint32_t match(std::uint64_t value) {
    return __match_any_sync(kAll, static_cast<unsigned long long>(value));
}

/// Collective: what threads of the warp wrote to memory before it, all of them see after it.
MUSIMD_DEVICE inline void sync() {
    __syncwarp(kAll);
}

/// Not collective: if the word is `expected` it becomes `next`; gives what it was.
MUSIMD_DEVICE inline std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected,
                                                    std::uint64_t next) {
    return atomicCAS(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(expected),
                     static_cast<unsigned long long>(next));
}

}  // namespace musimd::hardware
