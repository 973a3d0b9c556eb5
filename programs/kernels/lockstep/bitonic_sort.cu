// Bitonic sort: a barrier orders each step of compare and exchange after the one before. A virtual worker has a pair.
// musimd: --grid 2 --arg keys=random:-999..999:256
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t perBlock = 128;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void bitonic_sort(int *keys) {
    PMACC_SMEM(key, int[perBlock]);
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * perBlock;
    ForEachIdx<IdxConfig<perBlock, numWorkers, simdSize>> forEachKey(workerIdx);
    ForEachIdx<IdxConfig<perBlock / 2, numWorkers, simdSize>> forEachPair(workerIdx);
    forEachKey([&](uint32_t const i, uint32_t const) { key[i] = keys[first + i]; });
    for (uint32_t size = 2; size <= perBlock; size *= 2) {
        for (uint32_t distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            forEachPair([&](uint32_t const pair, uint32_t const) {
                uint32_t const low = pair / distance * 2 * distance + pair % distance;
                uint32_t const high = low + distance;
                bool const up = (low & size) == 0;
                int const a = key[low], b = key[high];
                if ((a > b) == up) {
                    key[low] = b;
                    key[high] = a;
                }
            });
        }
    }
    __syncthreads();
    forEachKey([&](uint32_t const i, uint32_t const) { keys[first + i] = key[i]; });
}
