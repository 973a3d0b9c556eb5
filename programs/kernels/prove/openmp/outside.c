// verdict: refuted bounds
int main(void) {
    const int n = 1000;
    int a[1000];
#pragma omp parallel for
    for (int i = 0; i <= n; i++) a[i] = i;
    return 0;
}
