// Copy the words from 1024 on to 2048, with few transactions.
__global__ void answer(int *memory) {
    int n = memory[0];
}
