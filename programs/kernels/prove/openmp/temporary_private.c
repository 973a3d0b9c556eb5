// verdict: proved
// prove: --function both --length a=n --length b=n
void both(int n, int* a, int* b) {
    int t;
#pragma omp parallel for private(t)
    for (int i = 0; i < n; i++) {
        t = a[i];
        b[i] = t * t;
    }
}
