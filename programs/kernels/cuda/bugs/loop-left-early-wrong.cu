// The lanes leave the loop at different times, and the shuffle in it names them all (NVIDIA/cccl#854).
__global__ void sums(const int *in, int *out) {
    int v = 0;
    for (int i = 0; i < (int)(threadIdx.x % 4) + 1; i++)
        v += __shfl_xor_sync(0xffffffff, in[i], 1);  // lockstep: collective-mask, volta: undefined-variable
    out[threadIdx.x] = v;
}
