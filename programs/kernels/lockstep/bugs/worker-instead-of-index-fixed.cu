// The functor uses the index that it is given.
// musimd: --arg out=zeros:40 --arg in=random:0..9:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void worker_instead_of_index(int *out, int const *in) {
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](uint32_t const i, uint32_t const) { out[i] = in[i] + 1; });
}
