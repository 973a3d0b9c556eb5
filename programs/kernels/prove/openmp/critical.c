// verdict: unknown
// prove: --function largest
int largest(int n, const int* a) {
    int m = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        if (a[i] > m) m = a[i];
    }
    return m;
}
