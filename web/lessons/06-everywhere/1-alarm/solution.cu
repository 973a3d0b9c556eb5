// One negative word alarms the whole warp.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    if (x < 0) {
        everywhere {
            memory[n + t] = t;
        }
    }
}
