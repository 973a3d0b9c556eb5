// The sums of the rows of a matrix, with few transactions.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    for (int row = 0; row < n; row++) {
    }
}
