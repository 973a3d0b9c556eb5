// The master sets what all read; no barrier is between.
// musimd: --arg out=zeros:40 --arg in=random:1..9:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void missing_sync(int *out, int const *in) {
    PMACC_SMEM(factor, int);
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(threadIdx.x);
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    onlyMaster([&](uint32_t const, uint32_t const) { factor = in[0]; });
    forEach([&](uint32_t const i, uint32_t const) { out[i] = factor * in[i]; });  // found: race
}
