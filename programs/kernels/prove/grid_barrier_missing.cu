// verdict: refuted race
// prove: --length a=gridDim.x*blockDim.x --length b=gridDim.x*blockDim.x
__global__ void shift(int* a, int* b) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    b[i] = a[i];
    __syncthreads();
    a[i] = b[i + 1 < n ? i + 1 : 0];
}
