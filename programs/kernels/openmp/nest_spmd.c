// Each row divided by its largest magnitude, with weights for its first elements: a nest without simd loops.
// Only the SPMD model vectorises it: a lane is a row. Under the SIMD model the warp has one lane.
// run: nest_spmd

void nest_spmd(int m, int n, int k, const float* x, const float* weight, float* y, float* largest) {
#pragma omp target teams distribute parallel for map(to: x[0:m * n], weight[0:m * k]) \
    map(from: y[0:m * k], largest[0:m])
    for (int a = 0; a < m; a++) {
        float scale = 1.0f;
        for (int b = 0; b < n; b++) {
            float magnitude = x[a * n + b];
            if (magnitude < 0.0f) magnitude = -magnitude;
            if (magnitude > scale) scale = magnitude;
        }
        for (int c = 0; c < k; c++) {
            y[a * k + c] = weight[a * k + c] / scale;
        }
        largest[a] = scale;
    }
}
