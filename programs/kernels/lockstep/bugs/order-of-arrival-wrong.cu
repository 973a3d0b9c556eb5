// The even numbers are collected in the order in which they arrive: no race, but another result for another order.
// musimd: --arg out=zeros:40 --arg in=random:0..99:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void order_of_arrival(int *out, int const *in) {
    PMACC_SMEM(count, int);
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(threadIdx.x);
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    onlyMaster([&](uint32_t const, uint32_t const) { count = 0; });
    __syncthreads();
    forEach([&](uint32_t const i, uint32_t const) {
        if (in[i] % 2 == 0) out[atomicAdd(&count, 1)] = in[i];  // found: order
    });
}
