// The lane that has the lock waits for those that spin, which wait for it, so lock step does not terminate
// (NVIDIA/warp#1958).
// Launched with: --block 8 --arg lock=1:zeros
__global__ void add(int *lock, int *sum) {
    while (atomicCAS(lock, 0, 1) != 0) {  // lockstep: deadlock
    }
    __threadfence();
    *sum += threadIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}
