// The ends have no two neighbours.
// Launched with: --arg n=64
__global__ void derive(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= n - 1) return;
    out[i] = in[i - 1] - 2 * in[i] + in[i + 1];
}
