// The sum of the 5 × 5 numbers around each number of a grid, without those outside of it.
void stencil(int width, int height, const float* in, float* out) {
#pragma omp target teams distribute parallel for collapse(2) map(to: in[0:width * height]) map(from: out[0:width * height])
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int row = y - 2; row <= y + 2; row++) {
                if (row < 0 || row >= height) continue;
                for (int column = x - 2; column <= x + 2; column++) {
                    if (column >= 0 && column < width) sum += in[row * width + column];
                }
            }
            out[y * width + x] = sum;
        }
    }
}
