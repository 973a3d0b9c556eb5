// The computation of nest_spmd.c, with two simd loops of different widths in one parallel loop.
// Under the SIMD model loop b runs on 32 lanes, loop c on 8, the rest on one. SPMD treats it as nest_spmd.c.
// run: nest_simd

void nest_simd(int m, int n, int k, const float* x, const float* weight, float* y, float* largest) {
#pragma omp target teams distribute parallel for map(to: x[0:m * n], weight[0:m * k]) \
    map(from: y[0:m * k], largest[0:m])
    for (int a = 0; a < m; a++) {
        float scale = 1.0f;
#pragma omp simd simdlen(32) reduction(max: scale)
        for (int b = 0; b < n; b++) {
            float magnitude = x[a * n + b];
            if (magnitude < 0.0f) magnitude = -magnitude;
            if (magnitude > scale) scale = magnitude;
        }
#pragma omp simd simdlen(8)
        for (int c = 0; c < k; c++) {
            y[a * k + c] = weight[a * k + c] / scale;
        }
        largest[a] = scale;
    }
}
