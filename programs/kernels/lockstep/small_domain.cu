// A domain smaller than the workers: most have no index, but all pass the barrier.
// musimd: --grid 2 --arg out=zeros:6 --arg in=random:0..99:6
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t few = 3;

/// Each block turns its three numbers around, and adds their sum.
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void small_domain(int *out, int const *in) {
    PMACC_SMEM(cached, int[few]);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * few;
    ForEachIdx<IdxConfig<few, numWorkers, simdSize>> forEach(workerIdx);
    forEach([&](uint32_t const i, uint32_t const) { cached[i] = in[first + i]; });
    __syncthreads();
    forEach([&](uint32_t const i, uint32_t const) {
        out[first + i] = cached[few - 1 - i] + cached[0] + cached[1] + cached[2];
    });
}
