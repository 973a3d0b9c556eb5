// verdict: proved
// prove: --length in=gridDim.x*blockDim.x --length out=gridDim.x*blockDim.x
__global__ void fill(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    do { v /= 2; } while (__any_sync(0xffffffff, v > 0));
    out[i] = v;
}
