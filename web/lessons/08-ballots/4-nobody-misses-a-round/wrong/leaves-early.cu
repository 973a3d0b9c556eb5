__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = memory[t];
    int sum = 0;
    for (int round = 0; round < n; round++)
        sum += __popc(__ballot_sync(__activemask(), 1));
    memory[blockDim.x + t] = sum;
}
