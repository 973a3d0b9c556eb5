__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int a = n + t;
    int to;
    if (x < 0) {
        to = 2 * n + t;
        everywhere {
            memory[to] = 0;
        }
    }
    memory[a] = x;
}
