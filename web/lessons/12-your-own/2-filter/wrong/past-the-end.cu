__global__ void answer(int *memory) {
    int n = memory[0];
    int limit = memory[1];
    int t = threadIdx.x;
    int count = 0;
    unsigned all = __activemask();
    for (int first = 0; first < n; first += blockDim.x) {
        int x = memory[1024 + first + t];
        unsigned kept = __ballot_sync(all, x > limit);
        if (x > limit) memory[4096 + count + __popc(kept & ((1u << t) - 1))] = x;
        count += __popc(kept);
    }
    memory[2] = count;
}
