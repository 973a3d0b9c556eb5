// All workers call it; those without an index do nothing.
// musimd: --arg out=zeros:32 --arg in=random:0..9:32
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void foreach_of_some_workers(int *out, int const *in) {
    ForEachIdx<IdxConfig<32, numWorkers, simdSize>> forEach(threadIdx.x);
    PMACC_SMEM(cached, int[32]);
    forEach([&](uint32_t const i, uint32_t const) { cached[i] = in[i]; });
    __syncthreads();
    forEach([&](uint32_t const i, uint32_t const) { out[i] = cached[31 - i]; });
}
