// Count the words of a text: the groups of letters between blanks.
__global__ void answer(int *memory) {
    int n = memory[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
    }
}
