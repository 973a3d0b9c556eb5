// verdict: proved
// equivalent: --kernel before --other after
__global__ void before(const unsigned* a, unsigned* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] / 2 + a[i] % 8;
}

__global__ void after(const unsigned* a, unsigned* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = (a[i] >> 1) + (a[i] & 7);
}
