// The sum of each of `rows` rows of n numbers.
void reduction(int rows, int n, const int* in, int* out) {
#pragma omp target teams distribute parallel for map(to: in[0:rows * n]) map(from: out[0:rows])
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += in[row * n + i];
        out[row] = sum;
    }
}
