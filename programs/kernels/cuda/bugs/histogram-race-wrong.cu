// Threads increment a counter without an atomic access.
__global__ void histogram(const int *in, int *out) {
    int bin = in[threadIdx.x] & 3;
    out[bin] = out[bin] + 1;  // lockstep: race, volta: race
}
