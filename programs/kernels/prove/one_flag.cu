// verdict: refuted bounds
// prove: --length flags=gridDim.x --length out=gridDim.x
__global__ void choose(const int* flags, int* out) {
    if (flags[blockIdx.x] == 7) out[blockIdx.x + 1] = 1;
}
