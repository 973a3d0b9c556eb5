// verdict: proved
// prove: --length in=gridDim.x --length out=32*gridDim.x --block 32
__global__ void broadcast(const int* in, int* out) {
    int first = threadIdx.x == 0 ? in[blockIdx.x] : 0;
    first = __shfl_sync(0xffffffff, first, 0);
    if (first > 0) {
        __syncwarp();
        int lane = __shfl_down_sync(0xffffffff, threadIdx.x, 1);
        if (threadIdx.x < 31) out[blockIdx.x * 32 + lane - 1] = 1;
    }
}
