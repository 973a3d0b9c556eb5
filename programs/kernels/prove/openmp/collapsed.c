// verdict: proved
// prove: --function scale --length a=rows*columns --assume 'rows >= 0' --assume 'columns >= 0'
void scale(int rows, int columns, double* a) {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) a[i * columns + j] *= 2;
}
