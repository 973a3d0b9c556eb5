// verdict: refuted race
// prove: --length start=rows+1 --length value=nnz --assume 'sorted(start) && 0 <= start[*] && start[*] < nnz'
// `<=` in place of `<`: the first element of the next row, too.
__global__ void scale(const int* start, float* value, int rows, int nnz) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    for (int j = start[row]; j <= start[row + 1]; ++j) value[j] *= 2;
}
