// The later store counts.
// verdict: different
// equivalent: --kernel before --other after
__global__ void before(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = 1;
    a[i] = 2;
}

__global__ void after(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = 2;
    a[i] = 1;
}
