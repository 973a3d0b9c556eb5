// verdict: proved
// prove: --length a=n --grid 1 --assume 'n >= blockDim.x'
__global__ void settle(int* a, int n) {
    __shared__ int changed;
    int t = threadIdx.x;
    do {
        __syncthreads();
        if (t == 0) changed = 0;
        __syncthreads();
        if (a[t] > 3) {
            a[t] = a[t] / 2;
            atomicExch(&changed, 1);
        }
        __syncthreads();
    } while (changed);
}
