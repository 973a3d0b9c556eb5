__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int index = memory[100 + t];
    int value = memory[200 + t];
    memory[300 + index] = value;
}
