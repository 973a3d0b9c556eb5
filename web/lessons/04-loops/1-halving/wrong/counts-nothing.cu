__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int n = 0;
    while (x != 0) {
        n = 0;
        x = x / 2;
    }
    memory[blockDim.x + t] = n;
}
