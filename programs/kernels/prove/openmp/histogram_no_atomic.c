// verdict: refuted race
// prove: --function histogram
void histogram(int n, const unsigned* a, int* count) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) count[a[i] % 16]++;
}
