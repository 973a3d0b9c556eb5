// The best local alignment of each pair of sequences, by antidiagonals, of which three are kept. Cells of an
// antidiagonal do not depend on each other: lanes of the SIMD model share a pair, and some idle where it is
// short. A lane of the SPMD model has a pair of its own.
// run: smith_waterman --arg pairs=16 --arg rows=30 --arg columns=24 --arg gap=1

void smith_waterman(int pairs, int rows, int columns, int gap, const unsigned char* a, const unsigned char* b,
                    int* score, int* result) {
#pragma omp target teams distribute parallel for map(to: a[0:pairs * rows], b[0:pairs * columns]) \
    map(alloc: score[0:pairs * 3 * (rows + 1)]) map(from: result[0:pairs])
    for (int p = 0; p < pairs; p++) {
        const int all = p * 3 * (rows + 1);
        int best = 0;
#pragma omp simd simdlen(16)
        for (int i = 0; i < 3 * (rows + 1); i++) {
            score[all + i] = 0;
        }
        for (int d = 2; d <= rows + columns; d++) {
            const int now = all + d % 3 * (rows + 1);
            const int last = all + (d + 2) % 3 * (rows + 1);
            const int before = all + (d + 1) % 3 * (rows + 1);
            const int low = d - columns > 1 ? d - columns : 1;
            const int high = d - 1 < rows ? d - 1 : rows;
#pragma omp simd simdlen(16) reduction(max: best)
            for (int i = low; i <= high; i++) {
                int cell = score[before + i - 1] - 1;
                if (a[p * rows + i - 1] == b[p * columns + d - i - 1]) cell += 3;
                if (score[last + i] - gap > cell) cell = score[last + i] - gap;
                if (score[last + i - 1] - gap > cell) cell = score[last + i - 1] - gap;
                if (cell < 0) cell = 0;
                score[now + i] = cell;
                if (cell > best) best = cell;
            }
        }
        result[p] = best;
    }
}
