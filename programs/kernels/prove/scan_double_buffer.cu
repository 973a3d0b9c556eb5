// verdict: proved
// prove: --grid 1 --length a=blockDim.x --length s=2*blockDim.x
__global__ void scan(unsigned* a) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x, n = blockDim.x, from = 0;
    s[t] = a[t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        int to = 1 - from;
        s[to * n + t] = t >= step ? s[from * n + t] + s[from * n + t - step] : s[from * n + t];
        from = 1 - from;
        __syncthreads();
    }
    a[t] = s[from * n + t];
}
