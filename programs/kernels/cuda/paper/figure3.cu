// Figure 3: (d) on the divergent path, in an `everywhere` block, which wakes the threads that it needs.
#include <musimd/everywhere.h>

#include "figure1d.h"
#include "rows.h"

__global__ void my_kernel(int *dest, const int *src, size_t n) {
    int tid = threadIdx.x;
    // changed: rows of dest and src, in place of their words; and the length once
    const size_t row = n / blockDim.x;
    if (tid % 2) {
        everywhere_from(mask) {  // changed: the macro's form
            // changed: the paper calls memcopy_words_f, which it does not define
            memcpy_words_d(dest + tid * row, src + tid * row, row, mask);
        }
    } else {
        // changed: `...` is nothing
    }
}

int main() {
    return copy_odd_rows([](int *dest, const int *src, size_t n) { my_kernel<<<1, kThreads>>>(dest, src, n); });
}
