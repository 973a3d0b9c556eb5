// verdict: proved
// prove: --arithmetic --length a=blockDim.x
__global__ void scale(int* a, int low, int high, int bits) {
    if (low < 0 || high <= low || bits < 0 || bits > 31) return;
    a[threadIdx.x] = (threadIdx.x << bits) / (high - low);
}
