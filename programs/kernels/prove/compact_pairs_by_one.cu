// verdict: refuted race
// prove: --length in=n --length count=1
__global__ void pairs(const int* in, int* out, unsigned* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        unsigned k = atomicAdd(count, 1);
        out[k] = i;
        out[k + 1] = in[i];
    }
}
