// verdict: refuted race
// prove: --length out=gridDim.x*blockDim.x
__global__ void overlap(int* out) {
    out[blockIdx.x * (blockDim.x - 1) + threadIdx.x] = blockIdx.x;
}
