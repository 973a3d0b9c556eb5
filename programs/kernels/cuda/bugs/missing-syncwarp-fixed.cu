// The threads of the warp wait for each other after each step.
// Launched with: --block 32
__global__ void sum(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncwarp();
    }
    if (t == 0) *out = s[0];
}
