// The Mandelbrot set: the number of steps until a point leaves the circle of radius 2. The loop over steps
// ends early, and diverges under both models. The lanes of a warp are pixels of one column (SPMD) or of one
// row (SIMD): which of them leave at similar times?
// run: mandelbrot --arg limit=50

void mandelbrot(int height, int width, int limit, int* steps) {
#pragma omp target teams distribute parallel for map(from: steps[0:height * width])
    for (int r = 0; r < height; r++) {
        const float y0 = 2.4f * (float)r / (float)height - 1.2f;
#pragma omp simd simdlen(16)
        for (int c = 0; c < width; c++) {
            const float x0 = 3.0f * (float)c / (float)width - 2.0f;
            float x = 0.0f;
            float y = 0.0f;
            int step;
            for (step = 0; step < limit; step++) {
                const float xx = x * x;
                const float yy = y * y;
                if (xx + yy > 4.0f) break;
                y = 2.0f * x * y + y0;
                x = xx - yy + x0;
            }
            steps[r * width + c] = step;
        }
    }
}
