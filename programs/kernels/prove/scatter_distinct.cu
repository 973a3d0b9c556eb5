// verdict: proved
// prove: --length in=n --length index=n --length out=m --assume 'distinct(index) && 0 <= index[*] && index[*] < m'
__global__ void scatter(const float* in, const int* index, float* out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[index[i]] = in[i];
}
