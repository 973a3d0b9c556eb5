// The odd ones of some rows are copied: one source for the SPMD and the SIMD model of offloading.
// SPMD: a row is a lane, and each lane executes the simd loop alone, as in the paper's figure 1 (c).
// SIMD: a row is a warp, whose lanes share the iterations of the simd loop, as in figure 1 (d).

void copy_rows(long rows, long n, const int* src, int* dest) {
#pragma omp target teams distribute parallel for map(to: src[0:rows * n]) map(tofrom: dest[0:rows * n])
    for (long t = 0; t < rows; t++) {
        if (t % 2) {
#pragma omp simd simdlen(32)
            for (long i = 0; i < n; i++)
                dest[t * n + i] = src[t * n + i];
        }
    }
}
