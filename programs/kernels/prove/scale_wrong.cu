// A range of one value, and bits beyond the width.
// verdict: refuted arithmetic
// prove: --arithmetic --length a=blockDim.x
__global__ void scale(int* a, int low, int high, int bits) {
    a[threadIdx.x] = (threadIdx.x << bits) / (high - low);
}
