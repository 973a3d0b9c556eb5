// verdict: proved
// prove: --length start=rows+1 --length column=nnz --length value=nnz --length x=columns --length y=rows --assume 'sorted(start) && 0 <= start[*] && start[*] <= nnz' --assume '0 <= column[*] && column[*] < columns'
__global__ void spmv(const int* start, const int* column, const float* value, const float* x, float* y, int rows,
                     int columns, int nnz) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int j = start[row]; j < start[row + 1]; ++j) sum += value[j] * x[column[j]];
    y[row] = sum;
}
