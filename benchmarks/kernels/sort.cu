// Sorts each of `rows` rows of 64 numbers by a bitonic network: a block of 32 threads for each.
__global__ void sort(int rows, int* a) {
    __shared__ int row[64];
    if (blockIdx.x >= rows) return;
    const int t = threadIdx.x, first = blockIdx.x * 64;
    row[t] = a[first + t];
    row[t + 32] = a[first + t + 32];
    __syncthreads();
    for (int size = 2; size <= 64; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            const int low = 2 * t - (t & (step - 1)), high = low + step;
            const int x = row[low], y = row[high];
            if (((2 * t & size) == 0) == (x > y)) {
                row[low] = y;
                row[high] = x;
            }
            __syncthreads();
        }
    }
    a[first + t] = row[t];
    a[first + t + 32] = row[t + 32];
}
