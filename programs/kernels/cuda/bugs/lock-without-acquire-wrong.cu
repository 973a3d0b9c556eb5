// Block 0 has no fence after it gets the lock (csl-iisc/ScoR, race_interblock_lock-no-stf_waw). That is a race if it gets it second, as
// in the schedule `descending`.
// Launched with: --grid 2 --block 1 --arg lock=1:zeros --arg sum=1:zeros
__global__ void add(const int *in, unsigned *lock, int *sum) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    if (blockIdx.x != 0) __threadfence();
    *sum += in[blockIdx.x];  // lockstep: race, volta: race
    __threadfence();
    atomicExch(lock, 0);
}
