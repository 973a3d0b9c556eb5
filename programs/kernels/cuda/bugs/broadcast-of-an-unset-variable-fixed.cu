// The variable has a value in all lanes.
// Launched with: --arg next=1:zeros
__global__ void rows(int *next, int *out) {
    int row = 0;
    if (threadIdx.x % 32 == 0) row = atomicAdd(next, 32);
    row = __shfl_sync(0xffffffff, row, 0);
    out[threadIdx.x] = row + threadIdx.x % 32;
}
