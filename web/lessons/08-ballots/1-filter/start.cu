// The positive words, in a row without gaps.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
}
