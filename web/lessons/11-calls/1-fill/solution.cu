// Fill rows together: the whole warp fills one row after another.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int n = blockDim.x;
    int length = memory[100 + t];
    int value = memory[200 + t];
    if (length != 0) {
        everywhere_from(callers) {
            unsigned all = __activemask();
            for (unsigned left = callers; left != 0; left &= left - 1) {
                int caller = __ffs(left) - 1;
                int words = __shfl_sync(all, length, caller);
                int word = __shfl_sync(all, value, caller);
                for (int i = t; i < words; i += n) memory[1024 + 64 * caller + i] = word;
            }
        }
    }
}
