// verdict: proved
// equivalent: --kernel before --other after
__global__ void before(int* a, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int j = 0; j < 4; ++j) a[4 * i + j] = k * 2 + j;
    }
}

__global__ void after(int* a, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int twice = k + k;
    if (i < n) {
        int at = i * 4;
        for (int j = 4; j > 0; --j) a[at++] = twice++;
    }
}
