__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    unsigned all = __activemask();
    unsigned yes = __ballot_sync(all, x > 9);
    memory[blockDim.x + t] = yes == all;
}
