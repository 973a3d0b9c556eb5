// All are read into context variables before any is overwritten.
// musimd: --arg data=random:0..9:41
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void overwritten_too_early(int *data) {
    using Elements = IdxConfig<40, numWorkers, simdSize>;
    ForEachIdx<Elements> forEach(threadIdx.x);
    memory::CtxArray<int, Elements> next(threadIdx.x, [&](uint32_t const i, uint32_t const) { return data[i + 1]; });
    __syncthreads();
    forEach([&](uint32_t const i, uint32_t const idx) { data[i] += next[idx]; });
}
