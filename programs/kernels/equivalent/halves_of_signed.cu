// A quotient is rounded to 0, a shift down.
// verdict: different
// equivalent: --kernel before --other after
__global__ void before(const int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] / 2;
}

__global__ void after(const int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] >> 1;
}
