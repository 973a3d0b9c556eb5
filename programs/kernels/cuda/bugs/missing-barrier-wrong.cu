// The last barrier of a reduction is missing: other warps still add when the first one reads.
__global__ void sum(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t] + in[t + 64];
    if (t < 32) {
        s[t] += s[t + 32];  // lockstep: race, volta: race
        __syncwarp();
        if (t == 0) *out = s[0];
    }
}
