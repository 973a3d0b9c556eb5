// A block inside of another program: the threads that it wakes have variables of their own.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int x = memory[t];
    int a = n + t;
    if (x < 0) {
        everywhere {
            memory[2 * n + t] = 0;
        }
    }
    memory[a] = x;
}
