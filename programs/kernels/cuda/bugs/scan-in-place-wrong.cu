// In each step, threads read what other warps write in the same step (ORNL/HeCBench#255).
__global__ void scan(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (t >= d) s[t] += s[t - d];  // lockstep: race, volta: race
        __syncthreads();
    }
    out[t] = s[t];
}
