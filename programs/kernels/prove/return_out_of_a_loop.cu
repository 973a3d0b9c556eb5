// verdict: proved
// prove: --grid 1 --length a=blockDim.x --length stop=steps
__global__ void settle(int* a, const int* stop, int steps) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int i = 0; i < steps; ++i) {
        s[t] = i;
        __syncthreads();
        if (stop[i] > 0) return;
        a[t] += s[blockDim.x - 1 - t];
        __syncthreads();
    }
    a[t] += 1;
}
