// Asynchronous copies of a thread.
#pragma once

#include <cuda/pipeline>

template <typename T, typename U>
static inline __device__ void __pipeline_memcpy_async(T *to, const U *from, size_t bytes, size_t zeros = 0) {
    const U *const source = from;
    __musimd_begin_copies();
    for (size_t i = 0; i < (bytes - zeros) / sizeof(T); ++i) to[i] = ((const T *)source)[i];
    for (size_t i = (bytes - zeros) / sizeof(T); i < bytes / sizeof(T); ++i) to[i] = T();
    __musimd_end_copies();
}
static inline __device__ void __pipeline_commit() { __musimd_commit_copies(); }
static inline __device__ void __pipeline_wait_prior(size_t latest) { __musimd_wait_for_copies(latest); }
