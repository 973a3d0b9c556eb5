// Another thread computes the element: this is not understood.
// verdict: unknown
// equivalent: --kernel before --other after --assume 'n <= gridDim.x * blockDim.x'
__global__ void before(const int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] + 1;
}

__global__ void after(const int* a, int* b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) b[i] = a[i] + 1;
}
