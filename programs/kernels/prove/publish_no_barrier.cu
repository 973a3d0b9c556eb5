// verdict: refuted race
// prove: --length out=gridDim.x*blockDim.x
__global__ void publish(int* out) {
    __shared__ int value;
    if (threadIdx.x == 0) value = 42;
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
