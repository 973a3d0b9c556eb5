// The lanes that go on vote for that with the lanes that do.
// Launched with: --block 32 --arg n=50
__global__ void count(const int *in, int *out, int n) {
    int found = 0;
    unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < n);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        found += __popc(__ballot_sync(mask, in[i] > 4));
        mask = __ballot_sync(mask, i + blockDim.x < n);
    }
    if (threadIdx.x == 0) *out = found;
}
