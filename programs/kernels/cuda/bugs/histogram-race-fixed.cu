__global__ void histogram(const int *in, int *out) {
    atomicAdd(&out[in[threadIdx.x] & 3], 1);
}
