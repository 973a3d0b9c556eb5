// The words of addresses 0 … N-1, in reverse order, at N … 2N-1.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    memory[n + t] = memory[t];
}
