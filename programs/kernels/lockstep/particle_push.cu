// Particle push in one dimension: a kick by the field of the particle's cell, then a drift with periodic boundaries. Positions
// and momenta are multiples of 2⁻⁸, so that all sums are exact.
// musimd: --grid 2 --arg position=zeros:512 --arg momentum=random:-64..64:512 --arg field=random:-32..32:16 --arg steps=3
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 256;
constexpr int cells = 16;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void particle_push(float *position, float *momentum, float const *field, int steps) {
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * frameSize;
    using ParticleDomCfg = IdxConfig<frameSize, numWorkers, simdSize>;
    ForEachIdx<ParticleDomCfg> forEachParticle(workerIdx);
    memory::CtxArray<float, ParticleDomCfg> x(
        workerIdx, [&](uint32_t const linearIdx, uint32_t const) { return position[first + linearIdx]; });
    memory::CtxArray<float, ParticleDomCfg> p(
        workerIdx, [&](uint32_t const linearIdx, uint32_t const) { return momentum[first + linearIdx]; });
    for (int step = 0; step < steps; ++step) {
        forEachParticle([&](uint32_t const, uint32_t const idx) {
            int const cell = int(x[idx]);
            p[idx] += field[cell] * 0.0625f;
            x[idx] += p[idx] * 0.0625f;
            while (x[idx] < 0.0f) x[idx] += float(cells);
            while (x[idx] >= float(cells)) x[idx] -= float(cells);
        });
    }
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
        position[first + linearIdx] = x[idx];
        momentum[first + linearIdx] = p[idx];
    });
}
