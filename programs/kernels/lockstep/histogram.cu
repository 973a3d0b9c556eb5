// Histogram in shared memory: two domains, the bins and the elements, share the workers.
// musimd: --grid 3 --arg total=zeros:16 --arg in=random:0..15:900 --arg n=850
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t bins = 16;
constexpr uint32_t perBlock = 300;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void histogram(unsigned *total, int const *in, uint32_t n) {
    PMACC_SMEM(count, unsigned[bins]);
    uint32_t const workerIdx = threadIdx.x;
    ForEachIdx<IdxConfig<bins, numWorkers>> forEachBin(workerIdx);
    ForEachIdx<IdxConfig<perBlock, numWorkers, simdSize>> forEachElement(workerIdx);

    forEachBin([&](uint32_t const bin, uint32_t const) { count[bin] = 0; });
    __syncthreads();
    forEachElement([&](uint32_t const linearIdx, uint32_t const) {
        uint32_t const i = blockIdx.x * perBlock + linearIdx;
        if (i < n) atomicAdd(&count[in[i]], 1u);
    });
    __syncthreads();
    forEachBin([&](uint32_t const bin, uint32_t const) { atomicAdd(&total[bin], count[bin]); });
}
