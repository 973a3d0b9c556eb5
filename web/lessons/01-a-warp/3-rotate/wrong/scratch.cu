__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    memory[n + t] = memory[t];
    memory[(t + 1) % n] = memory[n + t];
}
