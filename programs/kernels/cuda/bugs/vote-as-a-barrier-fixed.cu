// The lanes wait until the counter has its value.
__global__ void gather(const int *in, int *out) {
    __shared__ int counter[2];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) counter[warp] = 0;
    __syncwarp();
    if (__any_sync(0xffffffff, in[threadIdx.x] > 0)) {
        int place = atomicAdd(&counter[warp], 1);
        out[warp * 32 + place] = in[threadIdx.x];
    }
}
