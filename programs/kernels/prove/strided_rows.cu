// verdict: proved
// prove: --length a=rows*pitch --assume 'columns <= pitch' --assume 'rows + gridDim.x <= 2147483647 && columns + blockDim.x <= 2147483647'
__global__ void scale(float* a, int rows, int columns, int pitch) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int column = threadIdx.x; column < columns; column += blockDim.x) a[row * pitch + column] *= 2;
    }
}
