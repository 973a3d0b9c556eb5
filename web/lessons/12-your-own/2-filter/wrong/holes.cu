__global__ void answer(int *memory) {
    int n = memory[0];
    int limit = memory[1];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int x = memory[1024 + i];
        if (x > limit) {
            memory[4096 + i] = x;
            atomicAdd(&memory[2], 1);
        }
    }
}
