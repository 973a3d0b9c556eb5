// A domain that no number of workers divides: 251 is a prime. The last collective iteration leaves workers idle.
// musimd: --grid 1 --arg out=zeros:251 --arg in=random:0..999:251
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t prime = 251;

/// A permutation: out[3 i mod 251] = in[i] + in[i + 1], around the end.
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void prime_domain(int *out, int const *in) {
    ForEachIdx<IdxConfig<prime, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](uint32_t const i, uint32_t const) { out[3 * i % prime] = in[i] + in[(i + 1) % prime]; });
}
