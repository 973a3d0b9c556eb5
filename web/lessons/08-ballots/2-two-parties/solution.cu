// Each party votes on its own: do all of its words exceed 9?
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    unsigned all = __activemask();
    unsigned odd = __ballot_sync(all, x % 2 == 1);
    unsigned no = __ballot_sync(all, x <= 9);
    unsigned party = x % 2 == 1 ? odd : all & ~odd;
    memory[blockDim.x + t] = (no & party) == 0;
}
