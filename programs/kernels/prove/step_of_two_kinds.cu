// verdict: proved
// prove: --grid 1 --length in=n --length s=2*blockDim.x --assume 'n >= 1'
__global__ void sweep(const int* in, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, step = 1;
    for (int i = 0; i < n && step < blockDim.x; ++i) {
        if (t % (2 * step) == 0) s[t] = s[t + step];
        __syncthreads();
        if (in[i] > 0) step *= 2;
        if (in[i] < 0) step += 1;
    }
}
