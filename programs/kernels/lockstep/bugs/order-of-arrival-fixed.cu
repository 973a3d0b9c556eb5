// The position of each is the number of even ones before it.
// musimd: --arg out=zeros:40 --arg in=random:0..99:40
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void order_of_arrival(int *out, int const *in) {
    ForEachIdx<IdxConfig<40, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](uint32_t const i, uint32_t const) {
        int before = 0;
        for (uint32_t k = 0; k < i; ++k) before += in[k] % 2 == 0;
        if (in[i] % 2 == 0) out[before] = in[i];
    });
}
