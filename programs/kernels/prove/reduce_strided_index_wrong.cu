// verdict: refuted race
// prove: --length in=gridDim.x*blockDim.x --length out=gridDim.x --length s=blockDim.x
// The stride does not double with the step.
__global__ void reduce(const int* in, unsigned* out) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned i = 2 * t;
        if (i + step < blockDim.x) s[i] += s[i + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
