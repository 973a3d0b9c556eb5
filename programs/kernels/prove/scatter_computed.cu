// verdict: proved
// prove: --grid 1 --length a=2*blockDim.x --length s=blockDim.x
__global__ void scatter(int* a) {
    extern __shared__ int s[];
    s[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    a[s[threadIdx.x]] = 1;
}
