__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int s;
    if (x < 0)
        s = -1;
    else
        s = 1;
    memory[blockDim.x + t] = s;
}
