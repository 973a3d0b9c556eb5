// verdict: proved
// prove: --length in=n --length out=n
__global__ void first_of_warp(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i < n) out[i] = __shfl_sync(mask, in[i], 0);
}
