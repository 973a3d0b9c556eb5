// SIMD sizes over 1: each worker has neighbours, which a context variable holds next to each other.
// musimd: --grid 2 --arg y=random:-9..9:600 --arg x=random:-9..9:600 --arg a=3 --simd 1,2,4,8
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t perBlock = 300;

/// y = a x + y, for small whole numbers, which floats hold exactly.
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void simd_domain(float *y, float const *x, float a) {
    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * perBlock;
    using Elements = IdxConfig<perBlock, numWorkers, simdSize>;
    ForEachIdx<Elements> forEach(workerIdx);
    memory::CtxArray<float, Elements> product(
        workerIdx, [&](uint32_t const i, uint32_t const) { return a * x[first + i]; });
    forEach([&](uint32_t const i, uint32_t const idx) { y[first + i] += product[idx]; });
}
