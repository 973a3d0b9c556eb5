__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t], y = memory[n + t];
    int q;
    if (y < 0) {
        if (x < 0) q = 3;
        else q = 2;
    } else {
        if (x < 0) q = 4;
        else q = 1;
    }
    memory[2 * n + t] = q;
}
