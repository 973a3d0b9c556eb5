#include <pmacc/lockstep.hpp>

#include "kernels.hpp"

#ifndef SIMD_SIZE
#define SIMD_SIZE 1
#endif

namespace {

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void saxpy(float* y, const float* x, float a) {
    const uint32_t first = blockIdx.x * kFrame;
    ForEachIdx<IdxConfig<kFrame, numWorkers, simdSize>> forEach(threadIdx.x);
    forEach([&](const uint32_t i, const uint32_t) { y[first + i] += a * x[first + i]; });
}

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void push(float* position, float* momentum, const float* field) {
    const uint32_t first = blockIdx.x * kFrame;
    ForEachIdx<IdxConfig<kFrame, numWorkers, simdSize>> forEachParticle(threadIdx.x);
    forEachParticle([&](const uint32_t i, const uint32_t) {
        float& x = position[first + i];
        float& p = momentum[first + i];
        p += field[static_cast<uint32_t>(x) % kFrame] * 0.125F;
        x += p * 0.125F;
        x = x < 0 ? x + kFrame : x >= kFrame ? x - kFrame : x;
    });
}

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void histogram(uint32_t* total, const uint32_t* keys) {
    PMACC_SMEM(bins, uint32_t[kBins]);
    const uint32_t first = blockIdx.x * kFrame;
    ForEachIdx<IdxConfig<kBins, numWorkers, simdSize>> forEachBin(threadIdx.x);
    ForEachIdx<IdxConfig<kFrame, numWorkers, simdSize>> forEach(threadIdx.x);
    forEachBin([&](const uint32_t i, const uint32_t) { bins[i] = 0; });
    __syncthreads();
    forEach([&](const uint32_t i, const uint32_t) { atomicAdd(&bins[keys[first + i] % kBins], 1U); });
    __syncthreads();
    forEachBin([&](const uint32_t i, const uint32_t) { atomicAdd(&total[i], bins[i]); });
}

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void stencil(float* out, const float* guarded) {
    PMACC_SMEM(cell, float[kGuarded * kGuarded]);
    ForEachIdx<IdxConfig<kGuarded * kGuarded, numWorkers, simdSize>> forEachGuarded(threadIdx.x);
    forEachGuarded(
        [&](const uint32_t i, const uint32_t) { cell[i] = guarded[blockIdx.x * kGuarded * kGuarded + i]; });
    __syncthreads();
    ForEachIdx<IdxConfig<kSide * kSide, numWorkers, simdSize>> forEachCell(threadIdx.x);
    forEachCell([&](const uint32_t i, const uint32_t) {
        const uint32_t at = (i / kSide + 1) * kGuarded + i % kSide + 1;
        out[blockIdx.x * kSide * kSide + i] =
            cell[at - kGuarded] + cell[at - 1] - 4 * cell[at] + cell[at + 1] + cell[at + kGuarded];
    });
}

template <typename Call>
void on_one_worker(Call&& call) {
    host::launch({kBlocks}, 1, call);
}

}  // namespace

const Tasks kLockstep = {
    [](Data& d) { on_one_worker([&] { saxpy<1, SIMD_SIZE>(d.y, d.x, 0.5F); }); },
    [](Data& d) { on_one_worker([&] { push<1, SIMD_SIZE>(d.x, d.y, d.field); }); },
    [](Data& d) { on_one_worker([&] { histogram<1, SIMD_SIZE>(d.bins, d.keys); }); },
    [](Data& d) { on_one_worker([&] { stencil<1, SIMD_SIZE>(d.out, d.guarded); }); },
};
