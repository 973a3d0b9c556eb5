// verdict: refuted race
// prove: --function scatter
void scatter(int n, const int* index, int* a) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[index[i]] = i;
}
