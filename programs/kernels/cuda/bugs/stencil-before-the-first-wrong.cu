// The first thread reads the element before the first one (myurtoglu/cudaforengineers#5).
// Launched with: --arg n=64
__global__ void derive(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1) return;
    out[i] = in[i - 1] - 2 * in[i] + in[i + 1];  // lockstep: invalid-address, volta: invalid-address
}
