// verdict: proved
// prove: --length in=n --length count=1 --length out=4294967296
__global__ void pairs(const int* in, int* out, unsigned* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        unsigned k = atomicAdd(count, 2);
        out[k] = i;
        out[k + 1] = in[i];
    }
}
