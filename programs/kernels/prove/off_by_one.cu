// verdict: refuted bounds
// prove: --length a=n --length b=n
__global__ void shift(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i + 1];
}
