// Prefix sums: those of each block in steps of 1, 2, 4, … elements, then the totals of earlier blocks are
// added. The steps suit lanes that work together (SIMD). Under the SPMD model each lane makes all log2(size)
// passes over a block alone, where one pass would do.
// run: prefix_sum

void prefix_sum(int blocks, int size, const int* in, int* out, int* scratch, int* total) {
#pragma omp target teams distribute parallel for map(to: in[0:blocks * size]) \
    map(from: out[0:blocks * size], total[0:blocks]) map(alloc: scratch[0:blocks * size])
    for (int b = 0; b < blocks; b++) {
        const int base = b * size;
#pragma omp simd simdlen(32)
        for (int j = 0; j < size; j++) {
            out[base + j] = in[base + j];
        }
        for (int step = 1; step < size; step *= 2) {
#pragma omp simd simdlen(32)
            for (int j = 0; j < size; j++) {
                int sum = out[base + j];
                if (j >= step) sum += out[base + j - step];
                scratch[base + j] = sum;
            }
#pragma omp simd simdlen(32)
            for (int j = 0; j < size; j++) {
                out[base + j] = scratch[base + j];
            }
        }
        total[b] = out[base + size - 1];
    }

#pragma omp target teams distribute parallel for map(to: total[0:blocks]) map(tofrom: out[0:blocks * size])
    for (int b = 0; b < blocks; b++) {
        int before = 0;
#pragma omp simd simdlen(32) reduction(+: before)
        for (int i = 0; i < b; i++) {
            before += total[i];
        }
#pragma omp simd simdlen(32)
        for (int j = 0; j < size; j++) {
            out[b * size + j] += before;
        }
    }
}
