// What comes from a lane that does not exist is not used.
// Launched with: --block 20
__global__ void largest(const int *in, int *out) {
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x + d < blockDim.x) v = max(v, other);
    }
    if (threadIdx.x == 0) *out = v;
}
