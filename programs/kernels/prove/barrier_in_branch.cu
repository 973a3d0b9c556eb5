// verdict: refuted barrier
// prove: --length a=1
__global__ void half(int* a) {
    if (threadIdx.x < 16) __syncthreads();
}
