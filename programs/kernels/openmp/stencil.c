// One step of a 5-point stencil: each inner cell moves toward the mean of its four neighbours. Both models
// keep their lanes busy; those of the SIMD model are columns, so their loads are neighbours in memory, and
// those of the SPMD model are rows.
// run: stencil --arg rate=0.25

void stencil(int rows, int columns, float rate, const float* before, float* after) {
#pragma omp target teams distribute parallel for firstprivate(rate) map(to: before[0:rows * columns]) \
    map(tofrom: after[0:rows * columns])
    for (int r = 1; r < rows - 1; r++) {
        const int row = r * columns;
#pragma omp simd simdlen(16)
        for (int c = 1; c < columns - 1; c++) {
            const int at = row + c;
            const float around =
                before[at - columns] + before[at - 1] + before[at + 1] + before[at + columns];
            after[at] = before[at] + rate * (around - 4.0f * before[at]);
        }
    }
}
