__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[100 + t];
    int position = 0;
    for (int i = 0; i < blockDim.x; i++)
        if (memory[100 + i] < x) position++;
    memory[200 + position] = x;
}
