#pragma once

#include <cstdint>

// What CUDA C++ provides to a kernel, on a processor: its types, its indices, and the collective functions of
// a hardware warp. Precedes the code to be compiled, as CUDA's own header does.

#define __global__
#define __host__
#define __device__
#define __launch_bounds__(...)

namespace software_cuda {

struct Index {
    unsigned x = 0;
};
/// For the running block, and for the first thread of the running warp, or for the thread.
extern Index thread, block, block_size, grid_size;

// Defined in warp.cpp, for the running hardware warp.
unsigned lane();
std::uint32_t ballot(bool vote);
std::int64_t shuffle(std::int64_t value, unsigned from);
std::uint32_t match(std::uint64_t value);
void sync();
bool in_warp();

inline Index thread_index() {
    return in_warp() ? Index{thread.x + lane()} : thread;
}

/// The function that MUSIMD_KERNEL defines: runs whole warps, `warps` of them. The process ends if the
/// threads of a warp diverge.
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
