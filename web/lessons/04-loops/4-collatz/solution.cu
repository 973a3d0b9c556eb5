// How many steps the word at t takes to come down to 1, at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int n = 0;
    while (x != 1) {
        if (x % 2 == 0)
            x = x / 2;
        else
            x = 3 * x + 1;
        n++;
    }
    memory[blockDim.x + t] = n;
}
