// verdict: proved
// equivalent: --kernel before --other after --assume 'columns >= 0' --assume 'rows >= 0'
__global__ void before(const float* a, const float* x, float* y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (int j = 0; j < columns; ++j) sum += a[row * columns + j] * x[j];
        y[row] = sum;
    }
}

__global__ void after(const float* a, const float* x, float* y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int at = row * columns, left = columns;
    float sum = 0;
    for (int j = 0; left > 0; ++j, ++at, --left) sum += a[at] * x[j];
    y[row] = sum;
}
