__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int n = 0;
    while (x > 1) {
        x = x / 2;
        n++;
    }
    memory[blockDim.x + t] = n;
}
