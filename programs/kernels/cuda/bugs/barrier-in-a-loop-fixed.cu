// All threads run all trips; a condition inside chooses who changes anything.
__global__ void smooth(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        int left = s[t == 0 ? 0 : t - 1];
        __syncthreads();
        if (i == 0 || t < 40) s[t] += left;
        __syncthreads();
    }
    a[t] = s[t];
}
