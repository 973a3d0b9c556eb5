// Count the votes: the words from 100 on that are greater than 10.
__global__ void answer(int *memory) {
    int i = threadIdx.x;
    int x = memory[100 + i];
}
