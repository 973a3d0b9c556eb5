// Each element becomes the sum of itself and the next, in place: a worker may overwrite what another has yet to read.
// musimd: --arg data=random:0..9:41
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void overwritten_too_early(int *data) {
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](uint32_t const i, uint32_t const) { data[i] += data[i + 1]; });  // found: race
}
