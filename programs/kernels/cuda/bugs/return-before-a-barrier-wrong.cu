// Threads without work return, although the block has a barrier to come (proteneer/timemachine#1218).
// Launched with: --arg n=50
__global__ void energy(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    if (t >= n) return;
    s[t] = in[t];
    __syncthreads();  // lockstep: barrier-exited, volta: barrier-exited
    if (t == 0)
        for (int i = 0; i < n; i++) atomicAdd(out, s[i]);
}
