// verdict: proved
// prove: --grid 1 --block 32 --length a=32
__global__ void sort(unsigned* a) {
    __shared__ unsigned s[32];
    unsigned t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned other = t ^ j;
            if (other > t) {
                unsigned x = s[t], y = s[other];
                if ((x > y) == ((t & k) == 0)) {
                    s[t] = y;
                    s[other] = x;
                }
            }
            __syncthreads();
        }
    }
    a[t] = s[t];
}
