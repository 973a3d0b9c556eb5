// verdict: proved
// prove: --length a=n
__global__ void scale(float* a, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) a[i] = 2 * a[i];
}
