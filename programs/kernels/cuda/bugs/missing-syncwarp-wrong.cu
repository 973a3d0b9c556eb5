// A sum that trusts the threads of a warp to run in lock step, as they did before Volta.
// Launched with: --block 32
__global__ void sum(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int d = 16; d > 0; d /= 2)
        if (t < d) s[t] += s[t + d];  // volta: race
    if (t == 0) *out = s[0];
}
