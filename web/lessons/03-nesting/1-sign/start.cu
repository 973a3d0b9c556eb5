// The sign of the word at t (1, 0, -1), at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int s = 0;

    memory[blockDim.x + t] = s;
}
