// Sorts each of `rows` rows of 64 numbers by a bitonic network.
void sort(int rows, int* a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:rows * 64])
    for (int row = 0; row < rows; row++) {
        for (int size = 2; size <= 64; size *= 2) {
            for (int step = size / 2; step > 0; step /= 2) {
                for (int t = 0; t < 32; t++) {
                    const int low = row * 64 + 2 * t - (t & (step - 1)), high = low + step;
                    const int x = a[low], y = a[high];
                    if (((2 * t & size) == 0) == (x > y)) {
                        a[low] = y;
                        a[high] = x;
                    }
                }
            }
        }
    }
}
