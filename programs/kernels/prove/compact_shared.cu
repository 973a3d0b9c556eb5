// verdict: proved
// prove: --block 256 --length in=256*gridDim.x
__global__ void positive(const int* in) {
    __shared__ int count;
    __shared__ int found[256];
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int v = in[blockIdx.x * 256 + threadIdx.x];
    if (v > 0) {
        int k = atomicAdd(&count, 1);
        if (k >= 0 && k < 256) found[k] = v;
    }
}
