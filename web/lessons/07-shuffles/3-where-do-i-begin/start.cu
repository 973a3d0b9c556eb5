// Each thread has some items. Where in the common list do they begin?
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
}
