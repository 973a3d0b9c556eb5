// The mean of each number of a grid and its four neighbours; numbers at the edges stay.
void stencil(int width, int height, const float* in, float* out) {
#pragma omp target teams distribute parallel for collapse(2) map(to: in[0:width * height]) map(from: out[0:width * height])
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const int i = y * width + x;
            if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
                out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
            } else {
                out[i] = in[i];
            }
        }
    }
}
