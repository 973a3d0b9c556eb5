// verdict: refuted race
// prove: --grid 1 --length a=blockDim.x --length s=blockDim.x
__global__ void scan(unsigned* a) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned other = t >= step ? s[t - step] : 0;
        s[t] += other;
        __syncthreads();
    }
    a[t] = s[t];
}
