// The sum of the 5 × 5 numbers around each number of a grid, without those outside of it.
__global__ void stencil(int width, int height, const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int x = i % width, y = i / width;
    if (y >= height) return;
    float sum = 0;
    for (int row = y - 2; row <= y + 2; ++row) {
        if (row < 0 || row >= height) continue;
        for (int column = x - 2; column <= x + 2; ++column) {
            if (column >= 0 && column < width) sum += in[row * width + column];
        }
    }
    out[i] = sum;
}
