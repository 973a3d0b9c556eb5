// One thread computes the total, and all read it without waiting (ORNL/HeCBench#254).
__global__ void normalise(const int *in, int *out) {
    __shared__ int total;
    if (threadIdx.x == 0) total = in[0] + in[1] + 1;
    out[threadIdx.x] = in[threadIdx.x] * 100 / total;  // lockstep: undefined-memory, volta: undefined-memory
}
