// verdict: proved
// prove: --block 256 --length a=gridDim.x*256
__global__ void mix(unsigned* a) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    for (int bit = 0; bit < 8; ++bit) {
        s[t] = a[blockIdx.x * 256 + t];
        __syncthreads();
        unsigned other = s[t ^ (1 << bit)];
        a[blockIdx.x * 256 + (t & ~31u) + (t & 31)] = other;
        __syncthreads();
    }
}
