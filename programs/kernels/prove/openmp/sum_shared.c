// verdict: refuted race
// prove: --function sum
int sum(int n, const int* a) {
    int s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
