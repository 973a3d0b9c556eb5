// Compaction: particles that left are removed from a frame, and the others close the gaps. The position of each is the number
// of those before it that stay, so it does not depend on who arrives first.
// musimd: --grid 3 --arg out=zeros:192 --arg kept=zeros:3 --arg in=random:0..99:192
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 64;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void compaction(int *out, unsigned *kept, int const *in) {
    PMACC_SMEM(stays, memory::Array<unsigned, frameSize>);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * frameSize;
    using ParticleDomCfg = IdxConfig<frameSize, numWorkers, simdSize>;
    ForEachIdx<ParticleDomCfg> forEachParticle(workerIdx);
    memory::CtxArray<int, ParticleDomCfg> particle(
        workerIdx, [&](uint32_t const linearIdx, uint32_t const) { return in[first + linearIdx]; });
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) { stays[linearIdx] = particle[idx] % 3 != 0; });
    __syncthreads();
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
        unsigned before = 0;
        for (uint32_t i = 0; i < linearIdx; ++i) before += stays[i];
        if (stays[linearIdx] != 0) out[first + before] = particle[idx];
        if (linearIdx == frameSize - 1) kept[blockIdx.x] = before + stays[linearIdx];
    });
}
