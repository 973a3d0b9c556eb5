__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    everywhere {
        memory[n + t] = t;
    }
}
