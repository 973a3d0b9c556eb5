// The number at t divided by the divisor at N + t, at 2N + t; -1 if the divisor is 0.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int number = memory[t];
    int divisor = memory[n + t];
    int quotient = 0;

    memory[2 * n + t] = quotient;
}
