// How often each value occurs, modulo the number of bins. Lanes that count in one bin take turns, whichever
// model runs them: this is the combined form with simd, which has no other loop to vectorise. Memory is what
// limits it, not divergence.
// run: histogram --arg bins=16 --arg count=16:zeros

void histogram(int n, int bins, const unsigned* value, int* count) {
#pragma omp target teams distribute parallel for simd simdlen(16) map(to: value[0:n]) \
    map(tofrom: count[0:bins])
    for (int i = 0; i < n; i++) {
        const unsigned bin = value[i] % (unsigned)bins;
#pragma omp atomic
        count[bin]++;
    }
}
