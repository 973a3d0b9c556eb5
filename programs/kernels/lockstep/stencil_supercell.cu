// Stencil on a supercell with a guard: one domain loads the supercell and the guard around it, another one computes the inside.
// musimd: --grid 4 --arg out=zeros:256 --arg in=random:-9..9:324
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t side = 8;            // of a supercell
constexpr uint32_t guarded = side + 2;  // with its guard
constexpr uint32_t width = 2 * side + 2;  // of the field: two supercells, and a guard around them

/// out: 2 × 2 supercells of 8 × 8 cells. in: the same cells, and a guard of one cell around them.
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void stencil_supercell(int *out, int const *in) {
    PMACC_SMEM(cell, int[guarded * guarded]);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const left = blockIdx.x % 2 * side, top = blockIdx.x / 2 * side;
    ForEachIdx<IdxConfig<guarded * guarded, numWorkers, simdSize>> forEachGuarded(workerIdx);
    forEachGuarded([&](uint32_t const i, uint32_t const) {
        cell[i] = in[(top + i / guarded) * width + left + i % guarded];
    });
    __syncthreads();
    ForEachIdx<IdxConfig<side * side, numWorkers, simdSize>> forEachCell(workerIdx);
    forEachCell([&](uint32_t const i, uint32_t const) {
        uint32_t const x = i % side, y = i / side;
        uint32_t const at = (y + 1) * guarded + x + 1;
        out[(top + y) * 2 * side + left + x] =
            cell[at - guarded] + cell[at - 1] - 4 * cell[at] + cell[at + 1] + cell[at + guarded];
    });
}
