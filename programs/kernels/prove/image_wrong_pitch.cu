// verdict: refuted bounds race
// prove: --length in=width*height --length out=width*height
__global__ void blur(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
            int u = x + i, v = y + j;
            if (u >= 0 && u < width && v >= 0 && v < height) sum += in[v * width + u];
        }
    }
    out[y * height + x] = sum / 9;
}
