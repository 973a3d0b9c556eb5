// For compilers of C++: what kernels with musimd/everywhere.h need of CUDA, on the emulator of a warp: include this after
// warp_emulated.hpp of the project.
// A block has 32 threads, or a multiple; its warps run one after the other.
#pragma once

#define __global__
#define __device__
#define __forceinline__ inline

namespace musimd::on_cpu {

struct Number {
    unsigned x = 0, y = 0, z = 0;
};
inline Number block{0, 0, 0}, threads{32, 1, 1}, blocks{1, 1, 1};
inline unsigned warp = 0;  ///< of the block, which runs

inline Number thread() {
    return {warp * 32 + hardware::lane(), 0, 0};
}

}  // namespace musimd::on_cpu

#define threadIdx (::musimd::on_cpu::thread())
#define blockIdx (::musimd::on_cpu::block)
#define blockDim (::musimd::on_cpu::threads)
#define gridDim (::musimd::on_cpu::blocks)

// The threads of a warp meet at a line of the source.
#define __ballot_sync(mask, value) ((mask) & ::musimd::hardware::ballot(static_cast<bool>(value)))
#define __any_sync(mask, value) (__ballot_sync(mask, value) != 0)
#define __all_sync(mask, value) (__ballot_sync(mask, !(value)) == 0)
#define __shfl_sync(mask, value, lane) (::musimd::on_cpu::shuffle((value), static_cast<unsigned>(lane) % 32U, __LINE__))
#define __syncwarp(...) ::musimd::hardware::sync()

namespace musimd::on_cpu {

template <typename T>
T shuffle(T value, unsigned from, unsigned line) {
    static_assert(sizeof(T) <= sizeof(std::int64_t));
    std::int64_t word = 0;
    __builtin_memcpy(&word, &value, sizeof value);
    word = hardware::shuffle(word, from, line);
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}

}  // namespace musimd::on_cpu
