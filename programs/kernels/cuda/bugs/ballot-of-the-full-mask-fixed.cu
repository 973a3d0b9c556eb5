// The mask is that of the threads in the branch, computed before it.
// Launched with: --arg count=1:zeros
__global__ void append(const int *in, int *list, int *count) {
    int x = in[threadIdx.x];
    bool chosen = threadIdx.x % 2 == 0;
    unsigned those = __ballot_sync(0xffffffff, chosen);
    if (chosen) {
        int leader = __ffs(those) - 1;
        int first = 0;
        if (threadIdx.x % 32 == leader) first = atomicAdd(count, __popc(those));
        first = __shfl_sync(those, first, leader);
        list[first + __popc(those & ((1u << threadIdx.x % 32) - 1))] = x;
    }
}
