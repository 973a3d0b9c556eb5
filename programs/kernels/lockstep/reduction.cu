// Reduction: each virtual worker sums its elements, then a tree in shared memory, whose domain is halved by each level, sums
// those. Each level reads what the one before has written, after a barrier.
// musimd: --grid 2 --arg sum=zeros:2 --arg in=random:-99..99:1024
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t slots = 128;
constexpr uint32_t perBlock = 512;

template <uint32_t domainSize, uint32_t numWorkers, uint32_t simdSize>
__device__ void addHalves(int *partial, uint32_t const workerIdx) {
    if constexpr (domainSize > 0) {
        __syncthreads();
        ForEachIdx<IdxConfig<domainSize, numWorkers, simdSize>> forEachSlot(workerIdx);
        forEachSlot([&](uint32_t const i, uint32_t const) { partial[i] += partial[i + domainSize]; });
        addHalves<domainSize / 2, numWorkers, simdSize>(partial, workerIdx);
    }
}

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void reduction(int *sum, int const *in) {
    PMACC_SMEM(partial, int[slots]);
    uint32_t const workerIdx = threadIdx.x;
    ForEachIdx<IdxConfig<slots, numWorkers, simdSize>> forEachSlot(workerIdx);
    forEachSlot([&](uint32_t const slot, uint32_t const) {
        int own = 0;
        for (uint32_t i = slot; i < perBlock; i += slots) own += in[blockIdx.x * perBlock + i];
        partial[slot] = own;
    });
    addHalves<slots / 2, numWorkers, simdSize>(partial, workerIdx);
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(workerIdx);
    onlyMaster([&](uint32_t const, uint32_t const) { sum[blockIdx.x] = partial[0]; });
}
