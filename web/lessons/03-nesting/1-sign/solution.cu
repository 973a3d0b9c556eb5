// The sign of the word at t (1, 0, -1), at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int s = 0;
    if (x > 0)
        s = 1;
    else if (x < 0)
        s = -1;
    memory[blockDim.x + t] = s;
}
