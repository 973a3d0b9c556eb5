// The block has 20 threads, and the shuffle reads those from 16 to 31 (PaddlePaddle/CINN#938).
// Launched with: --block 20
__global__ void largest(const int *in, int *out) {
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0xffffffff, v, d));  // lockstep: undefined-variable, volta: undefined-variable
    if (threadIdx.x == 0) *out = v;
}
