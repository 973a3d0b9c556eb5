// The products of an array of pairs, with few transactions.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int low = memory[1024 + t];
    int high = memory[1024 + n + t];
}
