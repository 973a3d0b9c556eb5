// One lane leaves in shared memory where the warp writes, and the others read it at once (proteneer/timemachine#1481).
// Launched with: --arg used=1:zeros
__global__ void append(const int *in, int *list, int *used) {
    __shared__ int start[2];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) start[warp] = atomicAdd(used, 32);
    list[start[warp] + lane] = in[threadIdx.x];  // volta: race
}
