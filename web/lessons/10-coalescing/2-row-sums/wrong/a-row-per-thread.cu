__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int sum = 0;
    for (int column = 0; column < n; column++) sum += memory[1024 + t * n + column];
    memory[4096 + t] = sum;
}
