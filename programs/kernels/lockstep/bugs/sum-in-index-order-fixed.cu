// Each virtual worker adds up what is before its index.
// musimd: --arg out=zeros:40 --arg in=random:0..9:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void sum_in_index_order(int *out, int const *in) {
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](uint32_t const i, uint32_t const) {
        int sum = 0;
        for (uint32_t k = 0; k <= i; ++k) sum += in[k];
        out[i] = sum;
    });
}
