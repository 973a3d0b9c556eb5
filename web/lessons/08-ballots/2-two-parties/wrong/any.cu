__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    unsigned all = __activemask();
    unsigned odd = __ballot_sync(all, x % 2 == 1);
    unsigned yes = __ballot_sync(all, x > 9);
    unsigned party = x % 2 == 1 ? odd : all & ~odd;
    memory[blockDim.x + t] = (yes & party) != 0;
}
