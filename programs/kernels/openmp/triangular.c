// A lower triangular matrix times a vector: iteration i has i + 1 iterations of the inner loop. Under the
// SPMD model a warp takes as long as its longest row; under the SIMD model each row takes its own time, and
// only its last trip leaves lanes idle.
// run: triangular

void triangular(int n, const float* a, const float* x, float* y) {
#pragma omp target teams distribute parallel for default(none) shared(n, a, x, y) schedule(static) \
    map(to: a[0:n * n], x[0:n]) map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        float sum = 0.0f;
#pragma omp simd simdlen(8) reduction(+: sum)
        for (int j = 0; j <= i; j++) {
            sum += a[i * n + j] * x[j];
        }
        y[i] = sum;
    }
}
