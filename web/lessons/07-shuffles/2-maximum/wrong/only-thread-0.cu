__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int m = memory[t];
    unsigned all = __activemask();
    for (int d = 1; d < n; d = 2 * d) {
        int other = __shfl_sync(all, m, min(t + d, n - 1));
        m = max(m, other);
    }
    memory[n + t] = m;
}
