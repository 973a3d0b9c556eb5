// A prefix sum by a variable of the worker: right for one worker that takes the indices in ascending order, and for nobody else.
// musimd: --arg out=zeros:40 --arg in=random:0..9:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void sum_in_index_order(int *out, int const *in) {
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    int sum = 0;
    forEach([&](uint32_t const i, uint32_t const) {
        sum += in[i];
        out[i] = sum;  // found: order
    });
}
