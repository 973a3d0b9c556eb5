__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int r = (x != 0) & (100 / x > 10);
    memory[blockDim.x + t] = r;
}
