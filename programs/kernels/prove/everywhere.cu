// verdict: unknown
// prove: --block 64 --length out=4
#include <musimd/everywhere.h>
__global__ void fill(int* out) {
    if (threadIdx.x < 3) everywhere { out[threadIdx.x] = 1; }
}
