// How often each value, from 0 to 255, occurs in `in`.
void histogram(int n, const int* in, int* out) {
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(tofrom: out[0:256])
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        out[in[i]]++;
    }
}
