// Blocks count in one word, by atomics whose scope is the grid.
// Launched with: --grid 2 --arg total=1:zeros
__global__ void count(const int *in, int *total) {
    if (in[blockIdx.x * blockDim.x + threadIdx.x] != 5) atomicAdd(total, 1);
}
