// Each thread has some items. Where in the common list do they begin?
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int sum = x;
    unsigned all = __activemask();
    for (int d = 1; d < n; d = 2 * d) {
        int before = __shfl_sync(all, sum, max(t - d, 0));
        if (t >= d) sum += before;
    }
    memory[n + t] = sum - x;
}
