// The last one wins: of the threads with the same index, the one with the highest number.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int index = memory[100 + t];
    int value = memory[200 + t];
    bool last = true;
    for (int i = t + 1; i < blockDim.x; i++)
        if (memory[100 + i] == index) last = false;
    if (last) memory[300 + index] = value;
}
