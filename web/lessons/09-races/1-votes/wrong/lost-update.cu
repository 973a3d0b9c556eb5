__global__ void answer(int *memory) {
    int i = threadIdx.x;
    if (memory[100 + i] > 10) {
        int count = memory[0];
        memory[0] = count + 1;
    }
}
