__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t], y = memory[n + t];
    int q = 1;
    if (x < 0) q = 2;
    else if (y < 0) q = 4;
    memory[2 * n + t] = q;
}
