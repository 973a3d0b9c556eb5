__global__ void answer(int *memory) {
    int n = memory[0];
    for (int i = 0; i < n; i += blockDim.x) {
        int at = i + threadIdx.x;
        memory[2048 + at] = memory[1024 + at];
    }
}
