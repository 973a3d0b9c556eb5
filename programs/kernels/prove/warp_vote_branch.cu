// verdict: proved
// prove: --length in=gridDim.x*blockDim.x --length out=gridDim.x*blockDim.x
__global__ void fill(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (__any_sync(0xffffffff, in[i] > 0)) { __syncwarp(); out[i] = 1; }
}
