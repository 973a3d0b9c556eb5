__global__ void answer(int *memory) {
    int t = threadIdx.x;
    memory[15 - t] = memory[t];
}
