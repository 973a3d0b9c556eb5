// verdict: proved
// prove: --length in=n --length out=n --assume 'blockDim.x <= 256'
// Blocks of less than 3 threads do not race, but they read what nobody has written.
__global__ void average(const float* in, float* out, int n) {
    __shared__ float s[262];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    s[t + 3] = g < n ? in[g] : 0;
    if (t < 3) {
        s[t] = g >= 3 && g - 3 < n ? in[g - 3] : 0;
        int right = g + (int)blockDim.x;
        s[t + 3 + blockDim.x] = right < n ? in[right] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k <= 6; ++k) sum += s[t + k];
    if (g < n) out[g] = sum / 7;
}
