// The first occurrence of a pattern in a text.
__global__ void answer(int *memory) {
    int n = memory[0];
    int m = memory[1];
}
