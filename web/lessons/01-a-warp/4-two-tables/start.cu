// Even threads take their word from table A (at 0), odd ones from table B (at N); results at 2N.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int odd = t % 2;
    memory[2 * n + t] = memory[t];
}
