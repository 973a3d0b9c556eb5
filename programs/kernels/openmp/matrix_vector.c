// A matrix times a vector. Under the SIMD model the lanes read neighbouring elements of one row, under the
// SPMD model elements of one column: the same work, but with SIMD far fewer memory transactions.
// run: matrix_vector

void matrix_vector(int rows, int columns, const float* a, const float* x, float* y) {
#pragma omp target teams distribute parallel for map(to: a[0:rows * columns], x[0:columns]) \
    map(from: y[0:rows])
    for (int i = 0; i < rows; i++) {
        float sum = 0.0f;
#pragma omp simd simdlen(16) reduction(+: sum)
        for (int j = 0; j < columns; j++) {
            sum += a[i * columns + j] * x[j];
        }
        y[i] = sum;
    }
}
