// The acceleration of each of n bodies in a plane, by parts of a block's length in shared memory.
__global__ void n_body(int n, const float* x, const float* y, const float* mass, float* ax, float* ay) {
    __shared__ float xs[128], ys[128], ms[128];
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float my_x = x[i], my_y = y[i];
    float sum_x = 0, sum_y = 0;
    for (int part = 0; part < n; part += 128) {
        xs[threadIdx.x] = x[part + threadIdx.x];
        ys[threadIdx.x] = y[part + threadIdx.x];
        ms[threadIdx.x] = mass[part + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            const float dx = xs[j] - my_x, dy = ys[j] - my_y;
            const float square = dx * dx + dy * dy + 0.5f;
            const float factor = ms[j] / (square * sqrtf(square));
            sum_x += factor * dx;
            sum_y += factor * dy;
        }
        __syncthreads();
    }
    ax[i] = sum_x;
    ay[i] = sum_y;
}
