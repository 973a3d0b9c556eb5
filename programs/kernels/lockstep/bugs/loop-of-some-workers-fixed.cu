// All workers pass the loop equally often; a domain says which of them have work.
// musimd: --arg out=zeros:50 --arg in=random:0..9:50
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void loop_of_some_workers(int *out, int const *in) {
    PMACC_SMEM(sum, int);
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(threadIdx.x);
    ForEachIdx<IdxConfig<50, numWorkers, simdSize>> forEach(threadIdx.x);
    onlyMaster([&](uint32_t const, uint32_t const) { sum = 0; });
    __syncthreads();
    forEach([&](uint32_t const i, uint32_t const) {
        atomicAdd(&sum, in[i]);
        if (i != 0) out[i] = in[i];
    });
    __syncthreads();
    onlyMaster([&](uint32_t const, uint32_t const) { out[0] = sum; });
}
