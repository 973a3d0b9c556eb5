// Figure 1 (d): all threads of the warp copy the rows of those in the mask, one row after the other.
#pragma once

__device__ void memcpy_words_d(int *dest, const int *src, size_t n,
                             int mask) {
    // changed: the names and the masks of today's CUDA, and pointers as integers, as it shuffles no others
    const unsigned all = 0xffffffff;
    const int laneid = threadIdx.x % warpSize;
    // Serialize each thread
    for (int j = 0; j < warpSize; j++) {
        if (mask & (1 << j)) { // Was thread j active?
            // Get inputs of thread j
            int * mydest = (int *)__shfl_sync(all, (unsigned long long)dest, j);
            const int * mysrc = (const int *)__shfl_sync(all, (unsigned long long)src, j);  // changed: const
            size_t myn = __shfl_sync(all, n, j);
            // Vectorize the memcpy loop
            for(int i = laneid; i < myn; i += warpSize) {
                mydest[i] = mysrc[i];
            }
        }
    }
}
