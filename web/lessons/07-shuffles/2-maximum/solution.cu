// The greatest word, for every thread.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int m = memory[t];
    unsigned all = __activemask();
    for (int d = 1; d < n; d = 2 * d) {
        int other = __shfl_sync(all, m, (t + d) % n);
        m = max(m, other);
    }
    memory[n + t] = m;
}
