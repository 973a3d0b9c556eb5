// How many steps the word at t takes to come down to 1, at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int n = 0;

    memory[blockDim.x + t] = n;
}
