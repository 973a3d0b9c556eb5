// The other lanes pass a variable without a value to the shuffle, so a compiler may let all of them add
// (llvm/llvm-project#155682).
// Launched with: --arg next=1:zeros
__global__ void rows(int *next, int *out) {
    int row;
    if (threadIdx.x % 32 == 0) row = atomicAdd(next, 32);
    row = __shfl_sync(0xffffffff, row, 0);  // lockstep: undefined-variable, volta: undefined-variable
    out[threadIdx.x] = row + threadIdx.x % 32;
}
