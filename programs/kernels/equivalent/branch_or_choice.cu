// verdict: proved
// equivalent: --kernel before --other after
__global__ void before(const int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (a[i] > 0)
        b[i] = a[i];
    else
        b[i] = 0;
}

__global__ void after(const int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] > 0 ? a[i] : 0;
}
