// The histogram begins with whatever the shared memory has.
__global__ void histogram(const int *in, int *out) {
    __shared__ int bins[4];
    atomicAdd(&bins[in[threadIdx.x] & 3], 1);  // lockstep: undefined-memory, volta: undefined-memory
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
