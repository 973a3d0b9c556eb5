// verdict: refuted race
// prove: --length a=n --length index=n
__global__ void scatter(int* a, const unsigned char* index, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && index[i] < n) a[index[i]] = i;
}
