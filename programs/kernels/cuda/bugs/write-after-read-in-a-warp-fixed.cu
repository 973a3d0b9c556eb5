// The lanes wait for each other between reading and writing.
// Launched with: --block 32
__global__ void sums(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 4) {
        int sum = 0;
        for (int i = 0; i < 8; i++) sum += s[t * 8 + i];
        __syncwarp(0xf);
        s[t] = sum;
    }
    __syncthreads();
    if (t == 0) *out = s[0] + s[1] + s[2] + s[3];
}
