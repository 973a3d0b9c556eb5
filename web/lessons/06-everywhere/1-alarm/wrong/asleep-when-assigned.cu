__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int a;
    if (x < 0) {
        a = n + t;
        everywhere {
            memory[a] = t;
        }
    }
}
