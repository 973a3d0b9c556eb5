__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int length = memory[t];
    int first = memory[n + t];
    int sum = 0;
    int i = 0;
    do {
        sum += memory[first + i];
        i++;
    } while (i < length);
    memory[2 * n + t] = sum;
}
