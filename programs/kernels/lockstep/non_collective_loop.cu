// Non-collective loop: each virtual worker increments a variable of its own, as often as it needs to.
// musimd: --grid 2 --arg out=zeros:200
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 100;

/// out[i] = i + 100 + (how many steps the Collatz sequence of i + 1 has to 1).
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void non_collective_loop(int *out) {
    uint32_t const workerIdx = threadIdx.x;
    using ParticleDomCfg = IdxConfig<frameSize, numWorkers, simdSize>;
    ForEachIdx<ParticleDomCfg> forEachParticle(workerIdx);
    memory::CtxArray<int, ParticleDomCfg> vWorkerIdx(0);
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
        vWorkerIdx[idx] = linearIdx;
        for (int i = 0; i < 100; i++) vWorkerIdx[idx]++;
    });
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
        for (uint32_t n = linearIdx + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) vWorkerIdx[idx]++;
        out[blockIdx.x * frameSize + linearIdx] = vWorkerIdx[idx];
    });
}
