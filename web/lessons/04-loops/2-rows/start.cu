// The sum of each thread's row: the length at t, the address of the first word at N + t; the sum at 2N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int length = memory[t];
    int first = memory[n + t];
    int sum = 0;

    memory[2 * n + t] = sum;
}
