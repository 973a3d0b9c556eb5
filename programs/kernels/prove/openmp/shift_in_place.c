// verdict: refuted race
// prove: --function shift
void shift(int n, int* a) {
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++) a[i] = a[i + 1];
}
