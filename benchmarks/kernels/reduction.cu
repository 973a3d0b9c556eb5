// The sum of each of `rows` rows of n numbers, by a block with a tree in shared memory.
__global__ void reduction(int rows, int n, const int* in, int* out) {
    __shared__ int part[128];
    if (blockIdx.x >= rows) return;
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 128) sum += in[blockIdx.x * n + i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
