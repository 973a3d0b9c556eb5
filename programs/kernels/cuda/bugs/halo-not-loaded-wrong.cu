// The elements at the right of the tile are read, and nobody has loaded them (dlsys-course/examples#1).
__global__ void window(const int *in, int *out) {
    __shared__ int tile[64 + 2];
    int t = threadIdx.x;
    tile[t + 1] = in[t + 1];
    if (t == 0) tile[0] = in[0];
    __syncthreads();
    out[t] = tile[t] + tile[t + 1] + tile[t + 2];  // lockstep: undefined-memory, volta: undefined-memory
}
