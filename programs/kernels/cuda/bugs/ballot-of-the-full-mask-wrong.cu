// A vote in a branch names the whole warp, although half of it is elsewhere (ComputationalRadiationPhysics/picongpu#2514).
// Launched with: --arg count=1:zeros
__global__ void append(const int *in, int *list, int *count) {
    int x = in[threadIdx.x];
    if (threadIdx.x % 2 == 0) {
        unsigned both = __ballot_sync(0xffffffff, 1);  // lockstep: collective-mask, volta: collective-exited
        int leader = __ffs(both) - 1;
        int first = 0;
        if (threadIdx.x % 32 == leader) first = atomicAdd(count, __popc(both));
        first = __shfl_sync(both, first, leader);
        list[first + __popc(both & ((1u << threadIdx.x % 32) - 1))] = x;
    }
}
