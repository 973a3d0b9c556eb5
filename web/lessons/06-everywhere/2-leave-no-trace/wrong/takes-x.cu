__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int a = n + t;
    if (x < 0) {
        everywhere {
            x = 0;
            memory[2 * n + t] = x;
        }
    }
    memory[a] = x;
}
