// Figure 1 (b): dynamic parallelism. Each thread on the divergent path launches (a) as a grid of its own.
#include <musimd/launch.h>

#include "rows.h"

__global__ void memcpy_words_a(int *dest, const int *src, size_t n)
{
    int tid = threadIdx.x;
    for(int i = tid; i < n; i += blockDim.x) {
        dest[i] = src[i];
    }
}

__global__ void my_kernel(int *dest, const int *src, size_t n) {
    int tid = threadIdx.x;
    // changed: rows of dest and src, in place of their words; and the length once
    const size_t row = n / blockDim.x;
    if (tid % 2) {
        // changed: a kernel is launched, on a grid of one block
        musimd::launch(memcpy_words_a, 1, blockDim.x, dest + tid * row, src + tid * row, row);
    } else {
        // changed: `...` is nothing
    }
}

int main() {
    return copy_odd_rows([](int *dest, const int *src, size_t n) { my_kernel<<<1, kThreads>>>(dest, src, n); });
}
