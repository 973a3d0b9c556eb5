__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[100 + t];
    int position = 0;
    for (int i = 0; i < blockDim.x; i++) {
        int other = memory[100 + i];
        if (other < x || (other == x && i <= t)) position++;
    }
    memory[200 + position] = x;
}
