// verdict: refuted race
// prove: --grid 1 --length a=4*blockDim.x --length s=blockDim.x --assume 'blockDim.x > 1'
// What a thread has stored is not what it reads, since thread 0 has stored there after it.
__global__ void scatter(int* a) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t == 0) s[1] = 0;
    __syncthreads();
    a[s[t]] = t;
}
