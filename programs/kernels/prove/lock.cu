// verdict: unknown race
// prove: --length lock=1 --length sum=1
__global__ void add(int* lock, int* sum) {
    if (threadIdx.x == 0 && blockIdx.x % 2 == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *sum += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
