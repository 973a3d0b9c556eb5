__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int before = 0;
    if (t > 0) before = memory[t - 1];
    memory[blockDim.x + t] = x - before;
}
