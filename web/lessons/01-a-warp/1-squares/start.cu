// Thread t stores t * t at address 100 + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    memory[t] = t;
}
