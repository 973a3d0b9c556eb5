// verdict: refuted collective
// prove: --length in=n --length out=n
__global__ void reduce(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = in[i];
        v += __shfl_xor_sync(0xffffffff, v, 1);
        out[i] = v;
    }
}
