// The threads that need an element of a list reserve them all at once.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int needs = memory[1 + t];
}
