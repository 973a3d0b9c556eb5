// verdict: refuted race
// prove: --function both
void both(int n, int* a, int* b) {
    int t;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        t = a[i];
        b[i] = t * t;
    }
}
