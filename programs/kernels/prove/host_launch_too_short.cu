// verdict: refuted bounds
// The allocation has as many bytes as the array should have elements.
#include <cstdlib>

__global__ void fill(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}

int main(int argc, char** argv) {
    int n = atoi(argv[1]);
    int* d;
    cudaMalloc(&d, n);
    fill<<<(n + 255) / 256, 256>>>(d, n);
    cudaFree(d);
}
