// verdict: proved
// prove: --function sum --length a=n
int sum(int n, const int* a) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
