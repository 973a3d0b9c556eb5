// Two buffers save a barrier, but the loop has none at all between filling one and reading it (the pattern of
// tile-ai/tilelang#2556).
__global__ void pipeline(const int *in, int *out) {
    __shared__ int buffer[2][64];
    int t = threadIdx.x, sum = 0;
    buffer[0][t] = in[t];
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        if (k < 1) buffer[(k + 1) % 2][t] = in[64 + t];
        sum += buffer[k % 2][63 - t];  // lockstep: race, volta: race
    }
    out[t] = sum;
}
