// Asynchronous copies of a thread. They are done at once.
#pragma once

#include <cuda/pipeline>

template <typename T, typename U>
static inline __device__ void __pipeline_memcpy_async(T *to, const U *from, size_t bytes, size_t zeros = 0) {
    const U *const source = from;
    for (size_t i = 0; i < bytes / sizeof(T); ++i) to[i] = i < (bytes - zeros) / sizeof(T) ? ((const T *)source)[i] : T();
}
static inline __device__ void __pipeline_commit() {}
static inline __device__ void __pipeline_wait_prior(size_t) {}
