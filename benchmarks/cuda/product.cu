// A product of n × n matrices by tiles, `repeat` times.
constexpr int kTile = 16;
__global__ void product(const float *a, const float *b, float *c, int n, int repeat) {
    __shared__ float as[kTile][kTile], bs[kTile][kTile];
    int row = blockIdx.y * kTile + threadIdx.y;
    int column = blockIdx.x * kTile + threadIdx.x;
    for (int r = 0; r < repeat; ++r) {
        float sum = 0;
        for (int t = 0; t < n / kTile; ++t) {
            as[threadIdx.y][threadIdx.x] = a[row * n + t * kTile + threadIdx.x];
            bs[threadIdx.y][threadIdx.x] = b[(t * kTile + threadIdx.y) * n + column];
            __syncthreads();
            for (int k = 0; k < kTile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
            __syncthreads();
        }
        c[row * n + column] = sum;
    }
}
