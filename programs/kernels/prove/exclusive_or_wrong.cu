// verdict: refuted race
// prove: --grid 1
// Partners differ by 3, not a power of two: threads 0 and 3 exchange, as do 1 and 2, and both are larger or not.
__global__ void exchange() {
    __shared__ int s[256];
    unsigned t = threadIdx.x, other = t ^ 3;
    if (t < 256 && other < 256 && t % 2 == 0) s[other] = s[t] + s[(t + 1) % 256];
}
