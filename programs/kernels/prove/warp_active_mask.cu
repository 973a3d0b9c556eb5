// verdict: unknown collective
// prove: --length in=n --length out=n
__global__ void neighbours(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __shfl_down_sync(__activemask(), in[i], 1);
}
