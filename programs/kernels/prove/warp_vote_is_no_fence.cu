// verdict: refuted race
// prove: --length out=gridDim.x*blockDim.x
__global__ void publish(int* out) {
    __shared__ int value[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) value[warp] = warp;
    __any_sync(0xffffffff, lane == 0);
    out[blockIdx.x * blockDim.x + threadIdx.x] = value[warp];
}
