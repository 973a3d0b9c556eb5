// c = a · b, of n × n numbers, by tiles in shared memory.
constexpr int kTile = 16;

__global__ void product(int n, const float* a, const float* b, float* c) {
    __shared__ float as[kTile][kTile], bs[kTile][kTile];
    const int x = threadIdx.x % kTile, y = threadIdx.x / kTile;
    const int tiles = n / kTile;
    const int row = blockIdx.x / tiles * kTile + y, column = blockIdx.x % tiles * kTile + x;
    float sum = 0;
    for (int t = 0; t < n; t += kTile) {
        as[y][x] = a[row * n + t + x];
        bs[y][x] = b[(t + y) * n + column];
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
