// verdict: refuted race
// prove: --function recur
void recur(int n, int* a) {
#pragma omp simd safelen(8)
    for (int i = 0; i < n; i++) a[i + 4] = a[i] + 1;
}
