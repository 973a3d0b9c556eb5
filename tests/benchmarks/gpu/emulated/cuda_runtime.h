#pragma once

// CUDA's runtime as far as the programs of ../host use it, on a processor: so that a test can run them as
// they are, where there is no device. Kernels of MUSIMD_KERNEL run on emulated hardware warps, others thread
// by thread.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define __global__
#define __host__
#define __device__

namespace emulated {

struct Index {
    unsigned x = 0;
};
inline Index thread, block, block_size,
    grid_size;  ///< of a kernel that runs thread by thread, or of a warp's first thread

// runtime.cpp, of the hardware warp that runs.
unsigned lane();
std::uint32_t ballot(bool vote);
std::int64_t shuffle(std::int64_t value, unsigned from);
std::uint32_t match(std::uint64_t value);
void sync();
/// Runs the work once in each of 32 threads. Ends the process where they do not do the same.
void run_warp(void (*work)(void*), void* context);
bool in_warp();

inline Index thread_index() {
    return in_warp() ? Index{thread.x + lane()} : thread;
}

using WarpKernel = void (*)(void*, unsigned);
struct WarpCall {
    WarpKernel kernel;
    void* argument;
    unsigned warps;
};

template <typename Kernel, typename... Arguments>
void launch(Kernel kernel, unsigned blocks, unsigned threads, Arguments... arguments) {
    block_size.x = threads;
    grid_size.x = blocks;
    for (block.x = 0; block.x < blocks; ++block.x) {
        if constexpr (std::is_same_v<Kernel, WarpKernel>) {
            WarpCall call{kernel, arguments...};
            for (thread.x = 0; thread.x < threads; thread.x += 32) {
                run_warp(
                    [](void* it) {
                        const WarpCall& of = *static_cast<WarpCall*>(it);
                        of.kernel(of.argument, of.warps);
                    },
                    &call);
            }
        } else {
            for (thread.x = 0; thread.x < threads; ++thread.x) kernel(arguments...);
        }
    }
}

}  // namespace emulated

#define threadIdx ::emulated::thread_index()
#define blockIdx ::emulated::block
#define blockDim ::emulated::block_size
#define gridDim ::emulated::grid_size
#define MUSIMD_LAUNCH(kernel, blocks, threads, ...) ::emulated::launch(kernel, blocks, threads, __VA_ARGS__)

struct int4 {
    int x, y, z, w;
};

inline unsigned __ballot_sync(unsigned, bool vote) {
    return emulated::ballot(vote);
}
template <typename T>
T __shfl_sync(unsigned, T value, int from) {
    return static_cast<T>(emulated::shuffle(value, static_cast<unsigned>(from)));
}
inline unsigned __match_any_sync(unsigned, unsigned long long value) {
    return emulated::match(value);
}
inline void __syncwarp(unsigned) {
    emulated::sync();
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

using cudaError_t = int;
inline constexpr cudaError_t cudaSuccess = 0;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
using cudaEvent_t = std::chrono::steady_clock::time_point*;

inline cudaError_t cudaMalloc(void** to, std::size_t bytes) {
    *to = std::malloc(bytes);
    return *to == nullptr ? 2 : 0;
}
inline cudaError_t cudaFree(void* from) {
    std::free(from);
    return 0;
}
inline cudaError_t cudaMemset(void* to, int byte, std::size_t bytes) {
    std::memset(to, byte, bytes);
    return 0;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
    std::memcpy(to, from, bytes);
    return 0;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaGetLastError() {
    return 0;
}
inline cudaError_t cudaDeviceSynchronize() {
    return 0;
}
inline const char* cudaGetErrorString(cudaError_t) {
    return "out of memory";
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
    *event = new std::chrono::steady_clock::time_point;
    return 0;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return 0;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event) {
    *event = std::chrono::steady_clock::now();
    return 0;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) {
    return 0;
}
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    *milliseconds = std::chrono::duration<float, std::milli>(*end - *begin).count();
    return 0;
}
