// Count the words of a text: the groups of letters between blanks.
__global__ void answer(int *memory) {
    int n = memory[0];
    int count = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        bool begins = memory[100 + i] != 0 && (i == 0 || memory[99 + i] == 0);
        if (begins) count++;
    }
    atomicAdd(&memory[1], count);
}
