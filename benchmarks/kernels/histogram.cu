// How often each value of a byte occurs among the lowest, second, third and highest bytes of n numbers: each block
// counts 2048 of them in shared memory.
__global__ void histogram(int n, const int* in, int* out) {
    __shared__ int counts[1024];
    for (int bin = threadIdx.x; bin < 1024; bin += 256) counts[bin] = 0;
    __syncthreads();
    const int first = blockIdx.x * 2048 + threadIdx.x;
    for (int i = first; i < min(n, first + 2048); i += 256) {
        for (int byte = 0; byte < 4; ++byte) atomicAdd(&counts[byte * 256 + (in[i] >> byte * 8 & 255)], 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 1024; bin += 256) atomicAdd(&out[bin], counts[bin]);
}
