// verdict: proved
// prove: --length a=gridDim.x*blockDim.x --length b=gridDim.x*blockDim.x --assume 'blockDim.x == 128'
__global__ void both(const int* in, int* a, int* b) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = t;
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        a[i] = s[127 - t];
    } else {
        __syncthreads();
        int v = s[127 - t];
        __syncthreads();
        s[t] = v;
        b[i] = v;
    }
}
