// verdict: refuted race
// prove: --grid 1 --length a=blockDim.x --length s=2*blockDim.x
// The buffers do not change places.
__global__ void scan(unsigned* a) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x, n = blockDim.x, from = 0;
    s[t] = a[t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        int to = from;
        s[to * n + t] = t >= step ? s[from * n + t] + s[from * n + t - step] : s[from * n + t];
        __syncthreads();
    }
    a[t] = s[from * n + t];
}
