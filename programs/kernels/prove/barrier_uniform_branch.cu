// verdict: proved
// prove: --length flags=gridDim.x --length out=gridDim.x*blockDim.x
__global__ void choose(const int* flags, int* out) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = t;
    if (flags[blockIdx.x]) {
        __syncthreads();
        t = blockDim.x - 1 - t;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[t];
}
