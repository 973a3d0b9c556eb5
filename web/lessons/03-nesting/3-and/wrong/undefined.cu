__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int r;
    if (x != 0) r = 100 / x > 10;
    memory[blockDim.x + t] = r;
}
