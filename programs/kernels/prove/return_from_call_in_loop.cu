// verdict: refuted race
// prove: --length a=8
__device__ int first_from(int n) {
    for (int i = 0;; ++i) {
        if (i >= n) return i;
    }
}
__global__ void store(int* a, int n) {
    int j = first_from(n);
    if (j < 8) a[j] = threadIdx.x;
}
