// verdict: proved
// prove: --length in=gridDim.x*blockDim.x --length out=gridDim.x --length s=blockDim.x
__global__ void reduce(const unsigned* in, unsigned* out) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0 && t + step < blockDim.x) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
