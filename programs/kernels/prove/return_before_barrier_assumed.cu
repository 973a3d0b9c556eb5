// verdict: proved
// prove: --length a=n --assume 'n == gridDim.x * blockDim.x'
__global__ void early(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = 1;
    __syncthreads();
}
