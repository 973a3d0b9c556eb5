// A 2-D convolution with a small square filter, where the filter lies inside of the image. Under the SPMD
// model neighbouring lanes are neighbouring pixels. The only loop that the SIMD model can vectorise has as
// many iterations as the filter has columns: 5, on 8 lanes.
// run: convolution --arg taps=5

void convolution(int height, int width, int taps, const float* image, const float* filter, float* out) {
#pragma omp target teams distribute parallel for collapse(2) \
    map(to: image[0:height * width], filter[0:taps * taps]) \
    map(from: out[0:(height - taps + 1) * (width - taps + 1)])
    for (int r = 0; r < height - taps + 1; r++) {
        for (int c = 0; c < width - taps + 1; c++) {
            float sum = 0.0f;
            for (int u = 0; u < taps; u++) {
#pragma omp simd simdlen(8) reduction(+: sum)
                for (int v = 0; v < taps; v++) {
                    sum += image[(r + u) * width + c + v] * filter[u * taps + v];
                }
            }
            out[r * (width - taps + 1) + c] = sum;
        }
    }
}
