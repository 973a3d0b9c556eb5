// verdict: proved
// prove: --length out=gridDim.x*blockDim.x --block 64
__global__ void steps(int* out, int steps) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    for (int k = 0; k < steps; ++k) {
        __syncthreads();
        int v = s[63 - t];
        __syncthreads();
        s[t] = v;
    }
    out[blockIdx.x * 64 + t] = s[t];
}
