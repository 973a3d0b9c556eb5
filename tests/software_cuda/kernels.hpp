#pragma once

#include <cstdint>

// What CUDA C++ gives to a kernel, on a processor: its words, its indices, and what the 32 threads of a
// hardware warp do together. Stands before what is to be compiled, as CUDA's own header does.

#define __global__
#define __host__
#define __device__
#define __launch_bounds__(...)

namespace software_cuda {

struct Index {
    unsigned x = 0;
};
/// Of the block that runs, and of the first thread of the warp that runs, or of the thread.
extern Index thread, block, block_size, grid_size;

// warp.cpp, of the hardware warp that runs.
unsigned lane();
std::uint32_t ballot(bool vote);
std::int64_t shuffle(std::int64_t value, unsigned from);
std::uint32_t match(std::uint64_t value);
void sync();
bool in_warp();

inline Index thread_index() {
    return in_warp() ? Index{thread.x + lane()} : thread;
}

/// What MUSIMD_KERNEL makes: it runs on whole warps, of which it takes `warps`. The process ends where the
/// threads of a warp do not do the same.
using WarpKernel = void (*)(void* argument, unsigned warps);
void launch_warps(WarpKernel kernel, unsigned blocks, unsigned threads, void* argument, unsigned warps);

}  // namespace software_cuda

#define threadIdx ::software_cuda::thread_index()
#define blockIdx ::software_cuda::block
#define blockDim ::software_cuda::block_size
#define gridDim ::software_cuda::grid_size

struct int4 {
    int x, y, z, w;
};

inline unsigned __ballot_sync(unsigned, bool vote) {
    return software_cuda::ballot(vote);
}
template <typename T>
T __shfl_sync(unsigned, T value, int from) {
    return static_cast<T>(software_cuda::shuffle(value, static_cast<unsigned>(from)));
}
inline unsigned __match_any_sync(unsigned, unsigned long long value) {
    return software_cuda::match(value);
}
inline void __syncwarp(unsigned) {
    software_cuda::sync();
}
inline int __popc(unsigned bits) {
    return __builtin_popcount(bits);
}
template <typename T>
T atomicCAS(T* word, T expected, T next) {
    __atomic_compare_exchange_n(word, &expected, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
template <typename T>
T atomicAdd(T* word, T more) {
    const T before = *word;
    *word += more;
    return before;
}
