// verdict: proved
// prove: --length in=m --length index=n --length out=n --assume '0 <= index[*] && index[*] < m'
__global__ void gather(const float* in, const int* index, float* out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[index[i]];
}
