// Of the simd loop it is not known that i < rows.
// verdict: unknown bounds
// prove: --function product --length a=rows*columns --length x=columns --length y=rows
void product(int rows, int columns, const float* a, const float* x, float* y) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < rows; i++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < columns; j++) sum += a[i * columns + j] * x[j];
        y[i] = sum;
    }
}
