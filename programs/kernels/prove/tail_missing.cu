// verdict: refuted bounds
// prove: --length a=n
__global__ void twice(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 7;
}
