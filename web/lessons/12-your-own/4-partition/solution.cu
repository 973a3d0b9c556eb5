// The partition of quicksort.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int pivot = memory[0];
    int x = memory[100 + t];
    unsigned all = __activemask();
    unsigned before = (1u << t) - 1;
    unsigned small = __ballot_sync(all, x < pivot);
    int at = x < pivot ? __popc(small & before) : __popc(small) + __popc(all & ~small & before);
    memory[100 + at] = x;
    memory[1] = __popc(small);
}
