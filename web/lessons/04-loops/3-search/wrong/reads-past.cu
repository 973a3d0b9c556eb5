__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int key = memory[t];
    int length = memory[99];
    int i = 0;
    while (memory[100 + i] != key && i < length) i++;
    memory[blockDim.x + t] = i < length ? i : -1;
}
