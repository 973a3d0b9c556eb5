// verdict: proved
// prove: --length a=n
__global__ void scale(float* a, int n) {
    int stride = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float* p = a + i;
    for (; i < n; i += stride, p += stride) *p *= 2;
}
