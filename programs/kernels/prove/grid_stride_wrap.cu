// verdict: unknown race bounds
// prove: --length a=n
__global__ void scale(float* a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] = 2 * a[i];
}
