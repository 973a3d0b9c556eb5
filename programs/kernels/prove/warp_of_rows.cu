// verdict: proved
// prove: --length out=gridDim.x --assume 'blockDim.x == 8'
__global__ void fill(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x + blockDim.x * threadIdx.y;
    int w = t / 32;
    if (t % 32 == 0) s[w] = 1;
    __syncwarp();
    int v = s[w];
    v = __shfl_xor_sync(0xffffffff, v, 1);
    if (t == 0) out[blockIdx.x] = v;
}
