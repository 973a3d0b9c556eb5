// How often each value of a byte occurs among the lowest, second, third and highest bytes of n numbers.
void histogram(int n, const int* in, int* out) {
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(tofrom: out[0:1024])
    for (int i = 0; i < n; i++) {
        for (int byte = 0; byte < 4; byte++) {
            const int bin = byte * 256 + (in[i] >> byte * 8 & 255);
#pragma omp atomic
            out[bin]++;
        }
    }
}
