// verdict: refuted race
// prove: --grid 1 --assume 'n >= 0 && n < 40' --assume 'blockDim.x > 1'
// 32 doublings of an unsigned number give 0.
__global__ void spread(int* a, int n) {
    unsigned step = 1;
    for (int i = 0; i < n; ++i) step *= 2;
    a[step * threadIdx.x / 1024 % 4096] = threadIdx.x;
}
