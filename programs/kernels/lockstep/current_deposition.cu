// Current deposition: each particle adds its charge times its displacement to the cells that it crosses, by atomic additions
// in shared memory; then the supercell adds its cells to the field. Integers, so that the order of the additions is irrelevant.
// musimd: --grid 4 --arg current=zeros:36 --arg from=random:0..9:256 --arg to=random:0..9:256 --arg charge=random:-3..3:256
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t particles = 64;
constexpr uint32_t cells = 9;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void current_deposition(int *current, int const *from, int const *to, int const *charge) {
    PMACC_SMEM(cached, memory::Array<int, cells>);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * particles;
    ForEachIdx<IdxConfig<cells, numWorkers>> forEachCell(workerIdx);
    ForEachIdx<IdxConfig<particles, numWorkers, simdSize>> forEachParticle(workerIdx);

    forEachCell([&](uint32_t const cell, uint32_t const) { cached[cell] = 0; });
    __syncthreads();
    forEachParticle([&](uint32_t const linearIdx, uint32_t const) {
        int const a = from[first + linearIdx], b = to[first + linearIdx];
        for (int cell = min(a, b); cell < max(a, b); ++cell)
            atomicAdd(&cached[cell], a < b ? charge[first + linearIdx] : -charge[first + linearIdx]);
    });
    __syncthreads();
    // the last cell of a supercell is the first one of the next
    forEachCell([&](uint32_t const cell, uint32_t const) {
        atomicAdd(&current[blockIdx.x * (cells - 1) + cell], cached[cell]);
    });
}
