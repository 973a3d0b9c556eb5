// Fill rows together: the whole warp fills one row after another.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int length = memory[100 + t];
    int value = memory[200 + t];
}
