__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int sum = 0;
    unsigned all = __activemask();
    for (int i = 0; i < n; i++) {
        int other = __shfl_sync(all, x, i);
        if (i < t) sum += other;
    }
    memory[n + t] = sum;
}
