// A sparse matrix (CSR) times a vector. The first loop makes the matrix: every 16th row has `heavy` entries,
// the others `light`. Under the SPMD model a warp waits for its heavy rows; under the SIMD model light rows
// leave lanes idle.
// run: sparse_matrix_vector --arg light=4 --arg heavy=64

void sparse_matrix_vector(int rows, int columns, int light, int heavy, const float* value, const float* x,
                          int* start, int* column, float* y) {
#pragma omp target teams distribute parallel for map(from: start[0:rows + 1]) \
    map(from: column[0:rows * heavy])
    for (int i = 0; i < rows; i++) {
        const int begin = i * light + (i + 15) / 16 * (heavy - light);
        int end = begin + light;
        if (i % 16 == 0) end = begin + heavy;
        if (i == 0) start[0] = 0;
        start[i + 1] = end;
#pragma omp simd simdlen(16)
        for (int k = begin; k < end; k++) {
            column[k] = (i + 7 * (k - begin)) % columns;
        }
    }

#pragma omp target teams distribute parallel for map(to: start[0:rows + 1], column[0:rows * heavy]) \
    map(to: value[0:rows * heavy], x[0:columns]) map(from: y[0:rows])
    for (int i = 0; i < rows; i++) {
        const int begin = start[i];
        const int end = start[i + 1];
        float sum = 0.0f;
#pragma omp simd simdlen(16) reduction(+: sum)
        for (int k = begin; k < end; k++) {
            sum += value[k] * x[column[k]];
        }
        y[i] = sum;
    }
}
