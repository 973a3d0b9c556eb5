// What a race leaves is not compared.
// verdict: unknown
// equivalent: --kernel before --other after
__global__ void before(int* a) { a[0] = threadIdx.x; }

__global__ void after(int* a) { a[0] = threadIdx.x; }
