// verdict: refuted barrier
// prove: --length a=1
__global__ void wait(int* a) {
    for (unsigned i = 0; i < threadIdx.x; ++i) __syncthreads();
}
