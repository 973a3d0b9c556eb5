// The grid has more threads than the array has elements, and nobody checks.
// Launched with: --arg a=40 --arg n=40
__global__ void scale(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 2;  // lockstep: invalid-address, volta: invalid-address
}
