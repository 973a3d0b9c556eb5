__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int odd = t % 2;
    memory[2 * n + t] = memory[odd * n];
}
