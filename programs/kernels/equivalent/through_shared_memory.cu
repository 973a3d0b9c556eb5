// Shared memory and barriers are not understood.
// verdict: unknown
// equivalent: --kernel before --other after --block 32 --length a=n --length b=n
__global__ void before(const int* a, int* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] + 1;
}

__global__ void after(const int* a, int* b, int n) {
    __shared__ int s[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[threadIdx.x] = a[i];
    __syncthreads();
    if (i < n) b[i] = s[threadIdx.x] + 1;
}
