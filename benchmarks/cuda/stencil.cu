// Means of five neighbours, `repeat` times.
__global__ void stencil(const float *in, float *out, int width, int height, int repeat) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    for (int r = 0; r < repeat; ++r)
        if (0 < x && x < width - 1 && 0 < y && y < height - 1)
            out[y * width + x] = 0.2f * (in[y * width + x] + in[y * width + x - 1] + in[y * width + x + 1] +
                                         in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}
