// Copy the words from 1024 on to 2048, with few transactions.
__global__ void answer(int *memory) {
    int n = memory[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x) memory[2048 + i] = memory[1024 + i];
}
