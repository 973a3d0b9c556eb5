// verdict: proved
// prove: --length a=gridDim.x*blockDim.x
#include <stdio.h>
__global__ void show(int* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    if (i == 0) printf("%d\n", a[i]);
}
