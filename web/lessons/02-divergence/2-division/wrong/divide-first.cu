__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int divisor = memory[n + t];
    int quotient = memory[t] / divisor;
    if (divisor == 0) quotient = -1;
    memory[2 * n + t] = quotient;
}
