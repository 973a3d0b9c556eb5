// A block-wide function is called twice with the same shared memory, and no barrier between (NVIDIA/cccl#1903).
__device__ void store(int *out, int value, int items, int *valid) {
    if (threadIdx.x == 0) *valid = items;  // lockstep: race, volta: race
    __syncthreads();
    if ((int)threadIdx.x < *valid) out[threadIdx.x] = value;
}

__global__ void decode(const int *in, int *out) {
    __shared__ int valid;
    store(out, in[threadIdx.x], 60, &valid);
    store(out + 64, in[threadIdx.x + 64], 40, &valid);
}
