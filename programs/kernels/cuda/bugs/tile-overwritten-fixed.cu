// A barrier after the use, too.
__global__ void correlate(const int *in, int *out) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int first = 0; first < 128; first += 64) {
        tile[t] = in[first + t];
        __syncthreads();
        for (int i = 0; i < 64; i += 16) sum += tile[(t + i) % 64];
        __syncthreads();
    }
    out[t] = sum;
}
