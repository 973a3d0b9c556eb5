__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int m = memory[t];
    for (int i = 0; i < n; i++) m = max(m, memory[i]);
    memory[n + t] = m;
}
