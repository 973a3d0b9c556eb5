// Each party votes on its own: do all of its words exceed 9?
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
}
