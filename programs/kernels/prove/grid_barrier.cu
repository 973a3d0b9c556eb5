// verdict: proved
// prove: --length a=gridDim.x*blockDim.x --length b=gridDim.x*blockDim.x
#include <cooperative_groups.h>
__global__ void shift(int* a, int* b) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    b[i] = a[i];
    cooperative_groups::this_grid().sync();
    a[i] = b[i + 1 < n ? i + 1 : 0];
}
