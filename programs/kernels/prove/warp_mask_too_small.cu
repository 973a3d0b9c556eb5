// verdict: refuted collective
__global__ void swap(unsigned* out) {
    unsigned v = threadIdx.x;
    v = __shfl_xor_sync(0xffff, v, 1);
    if (v == 5) __syncwarp(0xffff);
}
