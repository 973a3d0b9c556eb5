__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int a = n + t;
    if (x < 0) {
        everywhere {
            a = 2 * n + t;
            memory[a] = 0;
        }
    }
    memory[a] = x;
}
