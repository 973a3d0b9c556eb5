#pragma once

// The part of CUDA's runtime that musimd uses, on a processor: kernels of the SPMD DSL, and the
// programs of benchmarks/gpu/host. Kernels of MUSIMD_KERNEL run on emulated hardware warps, others
// thread by thread. The device's memory is the host's.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "tests/software_cuda/kernels.hpp"

namespace software_cuda {

/// Implements `kernel<<<blocks, threads>>>(arguments)`; a kernel may launch another one.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, Arguments... arguments) {
    using Kernel = void (*)(Parameters...);
    const Index outer[] = {thread, block, block_size, grid_size};
    if constexpr (std::is_same_v<Kernel, WarpKernel>) {
        launch_warps(kernel, blocks, threads, arguments...);
    } else {
        block_size.x = threads;
        grid_size.x = blocks;
        for (block.x = 0; block.x < blocks; ++block.x) {
            for (thread.x = 0; thread.x < threads; ++thread.x) kernel(arguments...);
        }
    }
    thread = outer[0], block = outer[1], block_size = outer[2], grid_size = outer[3];
}

}  // namespace software_cuda

#define MUSIMD_LAUNCH(kernel, blocks, threads, ...) \
    ::software_cuda::launch(kernel, blocks, threads, __VA_ARGS__)

using cudaError_t = int;
inline constexpr cudaError_t cudaSuccess = 0;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
using cudaEvent_t = std::chrono::steady_clock::time_point*;

inline cudaError_t cudaMalloc(void** to, std::size_t bytes) {
    *to = std::malloc(bytes);
    return *to == nullptr ? 2 : 0;
}
template <typename T>
cudaError_t cudaMalloc(T** to, std::size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(to), bytes);
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
enum cudaLimit { cudaLimitDevRuntimePendingLaunchCount };
inline cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) {
    return 0;
}
inline constexpr int cudaStreamFireAndForget = 0;
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
