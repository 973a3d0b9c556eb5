// verdict: proved
// Two launches, each of which is proved by what the host code says about it.
#include <cstdlib>

__global__ void scale(float* a, int n, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= factor;
}

__global__ void fill(int* a, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    a[y * width + x] = x;
}

int main(int argc, char** argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 1000;
    const int threads = 256;
    float* d;
    cudaMalloc(&d, count * sizeof(float));
    scale<<<(count + threads - 1) / threads, threads>>>(d, count, 2.0f);

    int tiles = atoi(argv[2]), height = atoi(argv[3]);
    int* image;
    cudaMalloc((void**)&image, sizeof(int) * tiles * 16 * height);
    dim3 grid(tiles, height), block(16);
    fill<<<grid, block>>>(image, tiles * 16);
    cudaFree(d);
    cudaFree(image);
}
