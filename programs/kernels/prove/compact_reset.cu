// verdict: unknown race
// prove: --length in=n --length count=1
__global__ void positive(const int* in, int* out, unsigned* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        unsigned k = atomicAdd(count, 1);
        out[k] = in[i];
        if (k == 100) atomicExch(count, 0);
    }
}
