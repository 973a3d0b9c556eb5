__global__ void answer(int *memory) {
    int n = memory[0];
    int length = (n + blockDim.x - 1) / blockDim.x;
    int first = threadIdx.x * length;
    for (int i = first; i < first + length && i < n; i++) memory[2048 + i] = memory[1024 + i];
}
