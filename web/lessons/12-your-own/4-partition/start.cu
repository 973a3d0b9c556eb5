// The partition of quicksort.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int pivot = memory[0];
    int x = memory[100 + t];
}
