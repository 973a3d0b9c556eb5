__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int before = __shfl_up_sync(__activemask(), x, 1);
    memory[blockDim.x + t] = x - before;
}
