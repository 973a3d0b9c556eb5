__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    if (x >= 0) x = -x;
    memory[blockDim.x + t] = x;
}
