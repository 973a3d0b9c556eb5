__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int key = memory[t];
    int length = memory[99];
    int i = 0;
    while (i < length && memory[100 + i] != key) i++;
    memory[blockDim.x + t] = i;
}
