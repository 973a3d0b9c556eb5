// The spelling of later versions of PMacc: makeForEach, makeMaster, makeVar and Worker::sync.
// musimd: --grid 2 --arg out=zeros:144 --arg in=random:-9..9:144
#include <pmacc/lockstep.hpp>

using namespace pmacc;

constexpr uint32_t frameSize = 72;

/// out[i] = 2 in[i] + i + (the sum of the block's in)
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void newer_names(int *out, int const *in) {
    PMACC_SMEM(sum, int);
    lockstep::Worker<numWorkers> const worker(threadIdx.x);
    uint32_t const first = blockIdx.x * frameSize;
    auto forEachParticle = lockstep::makeForEach<frameSize, simdSize>(worker);
    auto onlyMaster = lockstep::makeMaster(worker);
    onlyMaster([&] { sum = 0; });
    worker.sync();
    auto value = forEachParticle([&](lockstep::Idx const idx) -> int32_t { return in[first + idx]; });
    auto twice = lockstep::makeVar<int32_t>(forEachParticle, 0);
    forEachParticle([&](lockstep::Idx const idx) {
        twice[idx] = 2 * value[idx];
        atomicAdd(&sum, value[idx]);
    });
    worker.sync();
    forEachParticle([&](uint32_t const linearIdx, int32_t const own) { out[first + linearIdx] = own + int(linearIdx) + sum; },
                    twice);
}
