// The first thread loads both ends.
__global__ void window(const int *in, int *out) {
    __shared__ int tile[64 + 2];
    int t = threadIdx.x;
    tile[t + 1] = in[t + 1];
    if (t == 0) {
        tile[0] = in[0];
        tile[65] = in[65];
    }
    __syncthreads();
    out[t] = tile[t] + tile[t + 1] + tile[t + 2];
}
