// Every round, the threads that still work are counted. All threads must know the sum of the counts.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = memory[t];
    int sum = 0, round = 0;
    unsigned all = __activemask();
    unsigned working = __ballot_sync(all, round < n);
    while (working != 0) {
        sum += __popc(working);
        round++;
        working = __ballot_sync(all, round < n);
    }
    memory[blockDim.x + t] = sum;
}
