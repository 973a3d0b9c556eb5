// verdict: proved
// prove: --function both --length a=2*n
void both(int n, int* a) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int t = a[2 * i];
        a[2 * i] = a[2 * i + 1];
        a[2 * i + 1] = t;
    }
}
