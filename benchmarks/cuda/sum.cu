// A block-level sum, in 20 lines.
__global__ void sum(const float *in, float *out, int n) {
    __shared__ float part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    float x = i < n ? in[i] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffff, x, d);
    if (lane == 0)
        part[warp] = x;
    __syncthreads();
    if (warp == 0) {
        x = lane < blockDim.x / 32 ? part[lane] : 0.0f;
        for (int d = 16; d > 0; d /= 2)
            x += __shfl_down_sync(0xffffffff, x, d);
        if (lane == 0)
            out[blockIdx.x] = x;
    }
}
