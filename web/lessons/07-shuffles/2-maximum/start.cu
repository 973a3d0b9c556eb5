// The greatest word, for every thread.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int m = memory[t];
}
