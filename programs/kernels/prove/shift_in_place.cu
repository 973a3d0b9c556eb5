// verdict: refuted race
// prove: --length a=n+1
__global__ void shift(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i + 1];
}
