// The position of the first word of the table that equals the key at t, or -1, at N + t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int key = memory[t];
    int length = memory[99];
    int position = -1;
    for (int i = 0; i < length; i++) {
        if (memory[100 + i] == key) {
            position = i;
            break;
        }
    }
    memory[blockDim.x + t] = position;
}
