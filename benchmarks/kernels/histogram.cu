// How often each value, from 0 to 255, occurs in `in`: each block counts 2048 numbers in shared memory.
__global__ void histogram(int n, const int* in, int* out) {
    __shared__ int counts[256];
    counts[threadIdx.x] = 0;
    __syncthreads();
    const int first = blockIdx.x * 2048 + threadIdx.x;
    for (int i = first; i < min(n, first + 2048); i += 256) atomicAdd(&counts[in[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}
