// Each domain has a context variable of its own.
// musimd: --arg out=zeros:40 --arg in=random:0..9:80
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void idx_of_another_domain(int *out, int const *in) {
    using Pairs = IdxConfig<40, numWorkers, simdSize>;
    ForEachIdx<Pairs> forEachPair(threadIdx.x);
    memory::CtxArray<int, Pairs> value(threadIdx.x, [&](uint32_t const i, uint32_t const) { return in[i]; });
    forEachPair([&](uint32_t const i, auto const idx) { out[i] = value[idx]; });
}
