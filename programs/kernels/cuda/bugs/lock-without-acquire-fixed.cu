// Each block has a fence after it gets the lock, and one before it gives it back.
// Launched with: --grid 2 --block 1 --arg lock=1:zeros --arg sum=1:zeros
__global__ void add(const int *in, unsigned *lock, int *sum) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum += in[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0);
}
