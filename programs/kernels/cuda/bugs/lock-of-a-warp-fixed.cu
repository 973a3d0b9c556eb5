// The lane that has the lock releases it in the same trip.
// Launched with: --block 8 --arg lock=1:zeros
__global__ void add(int *lock, int *sum) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum += threadIdx.x;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
