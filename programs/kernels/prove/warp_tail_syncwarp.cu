// verdict: proved
// prove: --length in=gridDim.x*blockDim.x --length out=gridDim.x --assume 'blockDim.x == 64'
__global__ void reduce(const int* in, unsigned* out) {
    __shared__ unsigned s[64];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            if (t < d) s[t] += s[t + d];
            __syncwarp();
        }
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
