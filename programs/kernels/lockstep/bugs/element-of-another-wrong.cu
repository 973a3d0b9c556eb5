// The next element of a context variable is that of another virtual worker, or of none: which one depends on the workers.
// musimd: --arg out=zeros:40 --arg in=random:0..9:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void element_of_another(int *out, int const *in) {
    using Elements = IdxConfig<40, numWorkers, simdSize>;
    ForEachIdx<Elements> forEach(threadIdx.x);
    memory::CtxArray<int, Elements> value(threadIdx.x, [&](uint32_t const i, uint32_t const) { return in[i]; });
    forEach([&](uint32_t const i, uint32_t const idx) {
        out[i] = value[idx] + (i == 39 ? 0 : value[idx + 1]);  // found: workers
    });
}
