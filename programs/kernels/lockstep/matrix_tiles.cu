// A product of matrices by tiles in shared memory: a collective loop with two barriers, and a context variable per element.
// musimd: --grid 4 --arg c=zeros:256 --arg a=random:-9..9:256 --arg b=random:-9..9:256
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t size = 16, tile = 8;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void matrix_tiles(int *c, int const *a, int const *b) {
    PMACC_SMEM(ofA, int[tile * tile]);
    PMACC_SMEM(ofB, int[tile * tile]);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const left = blockIdx.x % 2 * tile, top = blockIdx.x / 2 * tile;
    using Tile = IdxConfig<tile * tile, numWorkers, simdSize>;
    ForEachIdx<Tile> forEachElement(workerIdx);
    memory::CtxArray<int, Tile> sum(0);
    for (uint32_t k = 0; k < size; k += tile) {
        forEachElement([&](uint32_t const i, uint32_t const) {
            ofA[i] = a[(top + i / tile) * size + k + i % tile];
            ofB[i] = b[(k + i / tile) * size + left + i % tile];
        });
        __syncthreads();
        forEachElement([&](uint32_t const i, uint32_t const idx) {
            for (uint32_t j = 0; j < tile; ++j) sum[idx] += ofA[i / tile * tile + j] * ofB[j * tile + i % tile];
        });
        __syncthreads();
    }
    forEachElement([&](uint32_t const i, uint32_t const idx) {
        c[(top + i / tile) * size + left + i % tile] = sum[idx];
    });
}
