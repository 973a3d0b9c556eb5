// The sum of two large elements overflows.
// verdict: refuted arithmetic
// prove: --arithmetic --length a=n --length b=n --length out=n
__global__ void average(const int* a, const int* b, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (a[i] + b[i]) / 2;
}
