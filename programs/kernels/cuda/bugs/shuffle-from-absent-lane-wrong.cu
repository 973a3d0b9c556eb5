// One thread adds up its warp alone, in a branch: the lanes from which it reads are not there (NVIDIA/cuda-samples#398).
__global__ void sum(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x == 0) {
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);  // lockstep: collective-mask, volta: undefined-variable
        *out = v;
    }
}
