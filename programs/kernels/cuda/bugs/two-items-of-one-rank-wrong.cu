// Items that begin no run are scattered, too, each to the slot of the run that follows (NVIDIA/cccl#1892).
__global__ void compact(const int *in, int *out) {
    __shared__ int slots[2][33];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    bool begins = lane == 0 || in[threadIdx.x] != in[threadIdx.x - 1];
    unsigned heads = __ballot_sync(0xffffffff, begins);
    int rank = __popc(heads & ((1u << lane) - 1));
    slots[warp][rank] = threadIdx.x;  // lockstep: race, volta: race
    __syncwarp();
    if (lane < __popc(heads)) out[warp * 32 + lane] = slots[warp][lane];
}
