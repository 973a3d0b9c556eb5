// Lanes that have nothing to add call the shuffle, too, with a mask in which they are not (apache/tvm#17307).
__global__ void sum(const int *in, int *out) {
    int lane = threadIdx.x % 32;
    int v = lane < 20 ? in[threadIdx.x] : 0;
    unsigned mask = __ballot_sync(0xffffffff, lane < 20);
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(mask, v, d);  // lockstep: collective-mask, volta: collective-mask
    if (threadIdx.x == 0) *out = v;
}
