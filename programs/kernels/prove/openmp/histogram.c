// verdict: proved
// prove: --function histogram --length a=n --length count=16
void histogram(int n, const unsigned* a, int* count) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        count[a[i] % 16]++;
    }
}
