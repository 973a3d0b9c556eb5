// `volatile` keeps words out of registers, but lanes do not wait for each other (ORNL/HeCBench#91).
__device__ void add_up(volatile int *s, int t) {
    s[t] += s[t + 16];  // volta: volatile-race
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void sum(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) add_up(s, t);
    if (t == 0) *out = s[0];
}
