// verdict: refuted race
// prove: --length in=n --length found=1
__global__ void search(const int* in, int* found, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] == 7) *found = 1;
}
