__global__ void answer(int *memory) {
    atomicAdd(&memory[0], 1);
}
