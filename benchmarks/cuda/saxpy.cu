// y += f · x, `repeat` times.
__global__ void saxpy(const float *x, float *y, float f, int n, int repeat) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < repeat; ++r)
        if (i < n) y[i] = f * x[i] + y[i];
}
