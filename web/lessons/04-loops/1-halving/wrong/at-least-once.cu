__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int n = 0;
    do {
        x = x / 2;
        n++;
    } while (x != 0);
    memory[blockDim.x + t] = n;
}
