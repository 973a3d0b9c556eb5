// They come to it, too.
// Launched with: --arg n=50
__global__ void energy(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    if (t < n) s[t] = in[t];
    __syncthreads();
    if (t == 0)
        for (int i = 0; i < n; i++) atomicAdd(out, s[i]);
}
