// Sort by counting: the position of a word is how many come before it.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[100 + t];
}
