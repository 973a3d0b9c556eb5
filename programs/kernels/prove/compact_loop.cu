// verdict: proved
// prove: --length in=n --length count=1 --length out=4294967296
__global__ void positive(const int* in, int* out, unsigned* count, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}
