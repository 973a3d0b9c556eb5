// Some threads set the counters to 0 while others already count (alicevision/popsift#82).
__global__ void histogram(const int *in, int *out) {
    __shared__ int bins[4];
    if (threadIdx.x < 4) bins[threadIdx.x] = 0;
    atomicAdd(&bins[in[threadIdx.x] & 3], 1);  // lockstep: race, volta: race
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
