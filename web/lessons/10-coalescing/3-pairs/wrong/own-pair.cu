__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int low = memory[1024 + 2 * t];
    int high = memory[1025 + 2 * t];
    memory[2048 + t] = low * high;
}
