// How often the word at t can be halved until it is 0, at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int n = 0;

    memory[blockDim.x + t] = n;
}
