// 1 at N + t if the word x at t satisfies x != 0 and 100 / x > 10, else 0.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int r = 0;

    memory[blockDim.x + t] = r;
}
