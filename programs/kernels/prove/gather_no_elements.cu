// verdict: unknown race
// prove: --length index=n --length out=2 --assume '0 <= index[*] && index[*] < n'
// Without elements, the bounds say nothing: two threads write out[0] if n is 0. No run shows
// it, since arrays of runs have elements.
__global__ void first(const int* index, int* out, int n) {
    int v = 1;
    if (n > 0) v = index[0];
    if (v < n) return;
    out[0] = threadIdx.x;
}
