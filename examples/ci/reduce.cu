// The sum of each block's elements, and the same with a barrier too few.

__global__ void reduce(const int *in, int *out) {
    __shared__ int partial[64];
    unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
        __syncthreads();
        if (t < step) partial[t] += partial[t + step];
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

__global__ void reduce_without_barrier(const int *in, int *out) {
    __shared__ int partial[64];
    unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) partial[t] += partial[t + step];
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}
