#pragma once

#include <cstdint>

// What the 32 threads of a hardware warp do together, on a device: the rest of gpu_backend/prelude is written
// with these functions, and so also runs on a processor (warp_emulated.hpp). This file is part of the text
// that NVRTC or nvcc compiles.
//
// All 32 threads must reach functions called `collective` at the same call: control flow between them is
// uniform.

#define MUSIMD_DEVICE __device__
/// Up to eight warps per block, and 24 warps of a kernel at once with 65,536 registers: 80 per thread. More
/// warps hide the memory latency; values that do not fit into registers are seldom used in an inner loop.
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

/// Collective: the value passed by thread `from`.
MUSIMD_DEVICE inline std::int32_t shuffle(std::int32_t value, unsigned from) {
    return __shfl_sync(kAll, value, static_cast<int>(from));
}
MUSIMD_DEVICE inline std::int64_t shuffle(std::int64_t value, unsigned from) {
    return __shfl_sync(kAll, static_cast<long long>(value), static_cast<int>(from));
}

/// Collective: the threads that pass the same value as this one, as bits.
MUSIMD_DEVICE inline std::uint32_t match(std::uint64_t value) {
    return __match_any_sync(kAll, static_cast<unsigned long long>(value));
}

/// Collective: memory writes before it, by any thread of the warp, are visible to all after it.
MUSIMD_DEVICE inline void sync() {
    __syncwarp(kAll);
}

/// Not collective: if the word is `expected`, sets it to `next`; returns the old word.
MUSIMD_DEVICE inline std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected,
                                                    std::uint64_t next) {
    return atomicCAS(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(expected),
                     static_cast<unsigned long long>(next));
}

}  // namespace musimd::hardware
