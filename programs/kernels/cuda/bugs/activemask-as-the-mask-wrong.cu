// The vote is among the lanes that happen to run together, which need not be all that are in the loop
// (pytorch/pytorch#98157).
// Launched with: --block 32 --arg n=50
__global__ void count(const int *in, int *out, int n) {
    int found = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        found += __popc(__ballot_sync(__activemask(), in[i] > 4));  // volta: activemask
    if (threadIdx.x == 0) *out = found;
}
