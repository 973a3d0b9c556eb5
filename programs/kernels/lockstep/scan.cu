// Inclusive scan (Hillis and Steele): each step reads all elements into context variables, and writes them after a barrier.
// musimd: --grid 2 --arg out=zeros:200 --arg in=random:-9..9:200
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t perBlock = 100;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void scan(int *out, int const *in) {
    PMACC_SMEM(value, int[perBlock]);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * perBlock;
    using Elements = IdxConfig<perBlock, numWorkers, simdSize>;
    ForEachIdx<Elements> forEach(workerIdx);
    memory::CtxArray<int, Elements> own;
    forEach([&](uint32_t const i, uint32_t const) { value[i] = in[first + i]; });
    for (uint32_t distance = 1; distance < perBlock; distance *= 2) {
        __syncthreads();
        forEach([&](uint32_t const i, uint32_t const idx) {
            own[idx] = value[i] + (i < distance ? 0 : value[i - distance]);
        });
        __syncthreads();
        forEach([&](uint32_t const i, uint32_t const idx) { value[i] = own[idx]; });
    }
    // each virtual worker reads what it has written itself
    forEach([&](uint32_t const i, uint32_t const) { out[first + i] = value[i]; });
}
