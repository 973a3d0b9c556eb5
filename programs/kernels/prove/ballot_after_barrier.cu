// Threads that skip the barrier wait at the ballot for those that do not.
// verdict: refuted barrier collective
// prove: --length a=blockDim.x*gridDim.x
__global__ void ballot_after_barrier(unsigned* a) {
    if (threadIdx.x != 0) __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x < 3);
}
