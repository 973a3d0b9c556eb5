// verdict: refuted race
// prove: --grid 1 --length a=4*blockDim.x --length s=blockDim.x --assume 'blockDim.x > 1'
__global__ void scatter(int* a) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = t;
    for (int i = 0; i < 2; ++i) {
        __syncthreads();
        a[s[t]] = t;
        __syncthreads();
        s[(t + 1) % blockDim.x] = 0;
    }
}
