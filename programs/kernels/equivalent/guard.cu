// verdict: proved
// equivalent: --kernel before --other after
__global__ void before(const float* x, float* y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = a * x[i] + y[i];
}

__global__ void after(const float* x, float* y, float a, int n) {
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    if ((int)i < n) y[i] = a * x[i] + y[i];
}
