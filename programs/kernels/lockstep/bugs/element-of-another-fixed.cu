// What virtual workers exchange is in shared memory.
// musimd: --arg out=zeros:40 --arg in=random:0..9:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void element_of_another(int *out, int const *in) {
    PMACC_SMEM(value, int[40]);
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](uint32_t const i, uint32_t const) { value[i] = in[i]; });
    __syncthreads();
    forEach([&](uint32_t const i, uint32_t const) { out[i] = value[i] + (i == 39 ? 0 : value[i + 1]); });
}
