// The threads run different numbers of trips, and each trip has a barrier.
__global__ void smooth(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int i = 0; i < (t < 40 ? 2 : 1); i++) {
        int left = s[t == 0 ? 0 : t - 1];
        __syncthreads();  // lockstep: barrier-while-diverged, volta: barrier-exited
        s[t] += left;
        __syncthreads();
    }
    a[t] = s[t];
}
