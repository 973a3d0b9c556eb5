__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int r = 1;
    if (x > 50) r = 2;
    if (x > 75) r = 3;
    if (x > 90) r = 4;
    memory[blockDim.x + t] = r;
}
