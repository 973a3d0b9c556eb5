// Floats: the order of the additions counts.
// verdict: different
// equivalent: --kernel before --other after
__global__ void before(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < 16; ++j) sum += a[(i + j) % n];
    b[i] = sum;
}

__global__ void after(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int j = 15; j >= 0; --j) sum += a[(i + j) % n];
    b[i] = sum;
}
