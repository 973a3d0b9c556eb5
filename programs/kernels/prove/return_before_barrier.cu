// verdict: refuted barrier
// prove: --length a=n
__global__ void early(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = 1;
    __syncthreads();
}
