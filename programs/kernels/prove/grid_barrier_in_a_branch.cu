// verdict: refuted barrier
// prove: --length a=gridDim.x*blockDim.x
#include <cooperative_groups.h>
__global__ void shift(int* a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0) cooperative_groups::this_grid().sync();
    a[i] = 1;
}
