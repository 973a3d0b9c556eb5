// verdict: proved
// prove: --function recur --length a=n+4
void recur(int n, int* a) {
#pragma omp simd safelen(4)
    for (int i = 0; i < n; i++) a[i + 4] = a[i] + 1;
}
