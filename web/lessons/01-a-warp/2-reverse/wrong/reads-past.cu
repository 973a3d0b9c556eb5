__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    memory[n + t] = memory[n - t];
}
