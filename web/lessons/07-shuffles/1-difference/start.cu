// By how much does each word differ from the one before it?
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
}
