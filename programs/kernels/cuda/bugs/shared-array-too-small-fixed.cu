// The lanes that have none take 0.
__global__ void sum(const int *in, int *out) {
    __shared__ int parts[2];
    int t = threadIdx.x;
    int v = in[t];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    if (t % 32 == 0) parts[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < 2 ? parts[t] : 0;
        for (int d = 1; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
        if (t == 0) *out = v;
    }
}
