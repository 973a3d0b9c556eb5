// verdict: refuted race
// prove: --length in=gridDim.x*blockDim.x --length out=gridDim.x --length s=blockDim.x
__global__ void reduce(const int* in, unsigned* out) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
