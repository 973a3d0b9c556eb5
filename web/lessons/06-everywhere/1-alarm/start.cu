// One negative word alarms the whole warp.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
}
