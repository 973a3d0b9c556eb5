// verdict: proved
// prove: --grid 1 --length a=blockDim.x
__global__ void settle(int* a, int steps) {
    __shared__ int done;
    int t = threadIdx.x;
    if (t == 0) done = 0;
    __syncthreads();
    for (int i = 0; i < steps; ++i) {
        if (t == 0) done = a[0] > i;
        __syncthreads();
        if (done) break;
        __syncthreads();
    }
    a[t] += 1;
}
