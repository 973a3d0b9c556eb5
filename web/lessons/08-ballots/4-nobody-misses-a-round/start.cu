// Every round, the threads that still work are counted. All threads must know the sum of the counts.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = memory[t];
}
