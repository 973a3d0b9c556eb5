// verdict: proved
// prove: --length a=n
#include <assert.h>
__global__ void halves(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int half = i / 2;
    assert(2 * half <= i);
    a[i] = half;
}
