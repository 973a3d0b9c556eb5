// verdict: refuted race
// prove: --length in=n --length bins=256
__global__ void count(const unsigned char* in, unsigned* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[in[i]] += 1;
}
