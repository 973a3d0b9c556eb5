// A ForEachIdx and a barrier that only some workers call: the indices of the others are never processed, and the barrier waits for them.
// musimd: --arg out=zeros:32 --arg in=random:0..9:32
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void foreach_of_some_workers(int *out, int const *in) {
    ForEachIdx<IdxConfig<32, numWorkers, simdSize>> forEach(threadIdx.x);
    PMACC_SMEM(cached, int[32]);
    if (threadIdx.x < 3) {
        forEach([&](uint32_t const i, uint32_t const) { cached[i] = in[i]; });
        __syncthreads();  // found: barrier-while-diverged
    }
    forEach([&](uint32_t const i, uint32_t const) { out[i] = cached[31 - i]; });
}
