// verdict: proved
// prove: --function axpy --length x=n --length y=n
void axpy(int n, float a, const float* x, float* y) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) y[i] += a * x[i];
}
