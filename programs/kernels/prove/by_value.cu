// verdict: proved
// prove: --length v.data=v.n
struct View {
    float* data;
    int n;
};
__global__ void twice(View v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n) v.data[i] *= 2;
}
