// verdict: refuted barrier
// prove: --grid 1 --length a=blockDim.x
__global__ void settle(int* a, int steps) {
    int t = threadIdx.x;
    for (int i = 0; i < steps; ++i) {
        if (a[t] == i) break;
        __syncthreads();
    }
}
