// |x| of the word at address t, at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];

    memory[blockDim.x + t] = x;
}
