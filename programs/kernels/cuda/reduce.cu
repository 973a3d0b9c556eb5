// The sum of a block's elements. One barrier is missing.
__global__ void reduce(const int *in, int *out) {
    __shared__ int sum[256];
    int t = threadIdx.x;
    sum[t] = in[t];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0) *out = sum[0];
}
