// Each word moves to the next address, the last one to address 0.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    memory[(t + 1) % n] = x;
}
