// verdict: unknown
// equivalent: --kernel before --other after
__global__ void before(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i >= n) return;
    for (int j = 0; j < 4; ++j) sum += a[(i + j) % n];
    b[i] = sum;
}

__global__ void after(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 0.0f + a[i % n] + a[(i + 1) % n] + a[(i + 2) % n] + a[(i + 3) % n];
}
