// verdict: refuted race
// prove: --length out=gridDim.x --assume 'blockDim.x == 8'
__global__ void fill(int* out) {
    __shared__ int s[128];
    if (threadIdx.x == 0) s[threadIdx.y / 8] = 1;
    __syncwarp();
    int v = s[threadIdx.y / 8];
    if (threadIdx.x == 0 && threadIdx.y == 0) out[blockIdx.x] = v;
}
