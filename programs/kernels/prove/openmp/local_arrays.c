// verdict: proved
int main(void) {
    const int n = 1000;
    double a[1000], b[1000];
#pragma omp parallel for
    for (int i = 0; i < n; i++) b[i] = i;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) a[i] = b[i - 1] + b[i + 1];
    return 0;
}
