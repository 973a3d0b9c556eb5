// verdict: refuted race
// prove: --length a=n --length b=n
// Threads differ in which array they take.
__global__ void pick(int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* from = i % 2 == 0 ? a : b;
    int* to = i % 2 == 0 ? b : a;
    if (i < n - 1) to[i] = from[i + 1];
}
