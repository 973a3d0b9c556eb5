// verdict: proved
// prove: --length a=n --length b=n --length out=n
__global__ void pick(const int* a, const int* b, int* out, int n, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int* from = which > 3 ? a : b;
    if (i < n) out[i] = from[i];
}
