// Context variables: initialised by a functor, by a value, and not; they keep their values from one ForEachIdx to the next.
// musimd: --grid 2 --arg out=zeros:146 --arg in=random:-50..50:146
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 73;

/// out[i] = i + 7 + 2 × in[i]
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void context_variable(int *out, int const *in) {
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * frameSize;
    using ParticleDomCfg = IdxConfig<frameSize, numWorkers, simdSize>;
    memory::CtxArray<int, ParticleDomCfg> vIdx(
        workerIdx, [&](uint32_t const linearIdx, uint32_t const) -> int32_t { return linearIdx; });
    memory::CtxArray<int, ParticleDomCfg> vSeven(7);
    memory::CtxArray<int, ParticleDomCfg> vIn;
    ForEachIdx<ParticleDomCfg> forEachParticle{workerIdx};
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) { vIn[idx] = in[first + linearIdx]; });
    forEachParticle([&](uint32_t const, auto const idx) { vIn[idx] *= 2; });
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
        out[first + linearIdx] = vIdx[idx] + vSeven[idx] + vIn[idx];
    });
}
