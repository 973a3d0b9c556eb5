__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int length = memory[100 + t];
    int value = memory[200 + t];
    for (int i = 0; i < length; i++) memory[1024 + 64 * t + i] = value;
}
