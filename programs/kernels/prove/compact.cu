// verdict: proved
// prove: --length in=n --length count=1 --length out=4294967296
__global__ void positive(const int* in, int* out, unsigned* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) out[atomicAdd(&count[0], 1)] = in[i];
}
