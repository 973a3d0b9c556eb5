// verdict: proved
// prove: --block 16,16 --length a=m*k --length b=k*n --length c=m*n
__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < k; t += 16) {
        int x = t + (int)threadIdx.x, y = t + (int)threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0;
        right[threadIdx.y][threadIdx.x] = column < n && y < k ? b[y * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
