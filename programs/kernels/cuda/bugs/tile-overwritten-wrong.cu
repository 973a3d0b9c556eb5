// The next tile is loaded while other warps still read this one: the loop has one barrier too few (ORNL/HeCBench#253).
__global__ void correlate(const int *in, int *out) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int first = 0; first < 128; first += 64) {
        tile[t] = in[first + t];  // lockstep: race, volta: race
        __syncthreads();
        for (int i = 0; i < 64; i += 16) sum += tile[(t + i) % 64];
    }
    out[t] = sum;
}
