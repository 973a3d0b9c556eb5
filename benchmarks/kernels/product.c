// c = a · b, of n × n numbers.
void product(int n, const float* a, const float* b, float* c) {
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * n], b[0:n * n]) map(from: c[0:n * n])
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
    }
}
