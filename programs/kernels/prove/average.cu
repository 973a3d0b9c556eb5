// verdict: proved
// prove: --arithmetic --length a=n --length b=n --length out=n --assume '0 <= a[*] && a[*] <= 1000' --assume '0 <= b[*] && b[*] <= 1000'
__global__ void average(const int* a, const int* b, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (a[i] + b[i]) / 2;
}
