__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = memory[t];
    int sum = 0, round = 0;
    unsigned all = __activemask();
    while (__any_sync(all, round < n)) {
        sum += __popc(__ballot_sync(all, 1));
        round++;
    }
    memory[blockDim.x + t] = sum;
}
