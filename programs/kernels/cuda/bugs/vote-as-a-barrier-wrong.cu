// A vote makes lanes meet, but orders no memory: the counter may still have its old value (NVIDIA/cuCollections#337).
__global__ void gather(const int *in, int *out) {
    __shared__ int counter[2];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) counter[warp] = 0;
    if (__any_sync(0xffffffff, in[threadIdx.x] > 0)) {
        int place = atomicAdd(&counter[warp], 1);  // volta: race
        out[warp * 32 + place] = in[threadIdx.x];
    }
}
