// verdict: unknown race
// prove: --length in=gridDim.x --length part=gridDim.x --length done=1 --length out=1
// Which block is the last depends on what `done` is before the launch.
__global__ void sum(const int* in, int* part, unsigned* done, int* out) {
    if (threadIdx.x != 0) return;
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(done, 1) == gridDim.x - 1) {
        __threadfence();
        int total = 0;
        for (unsigned i = 0; i < gridDim.x; i++) total = total ^ part[i];
        *out = total;
    }
}
