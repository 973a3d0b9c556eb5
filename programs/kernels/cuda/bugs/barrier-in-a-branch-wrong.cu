// Half of the threads come to this barrier, and the others to the next one (acts-project/acts#307).
__global__ void exchange(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t % 2 == 0) {
        __syncthreads();  // lockstep: barrier-while-diverged, volta: barrier-instructions
        out[t] = s[t ^ 1];
    }
    __syncthreads();
}
