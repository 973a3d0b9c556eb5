// The sums of the rows of a matrix, with few transactions.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int sum = 0;
    unsigned all = __activemask();
    for (int row = 0; row < n; row++) {
        int whole = __reduce_add_sync(all, memory[1024 + row * n + t]);
        if (row == t) sum = whole;
    }
    memory[4096 + t] = sum;
}
