// verdict: proved
// prove: --length a=n --length b=n
__global__ void pick(int* a, int* b, int n, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* from = which > 3 ? a : b;
    int* to = which > 3 ? b : a;
    if (i < n - 1) to[i] = from[i + 1];
}
