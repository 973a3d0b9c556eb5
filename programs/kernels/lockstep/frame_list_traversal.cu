// All patterns together: the master moves through a list of frames, all workers count the particles of each, and a context
// variable keeps the sum of each slot. The last frame of a list is not full.
// musimd: --grid 2 --arg out=zeros:64 --arg next=1,2,-1,4,-1 --arg first=0,3 --arg size=32,32,5,32,17 --arg weight=random:1..9:160
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 32;

/// out[slot of the block]: the sum of the weights in this slot over the frames, plus the number of particles before it in
/// the last frame.
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void frame_list_traversal(int *out, int const *next, int const *first, int const *size, int const *weight) {
    PMACC_SMEM(frame, int);
    PMACC_SMEM(last, int);
    uint32_t const workerIdx = threadIdx.x;
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(workerIdx);
    using ParticleDomCfg = IdxConfig<frameSize, numWorkers, simdSize>;
    ForEachIdx<ParticleDomCfg> forEachParticle(workerIdx);
    memory::CtxArray<int, ParticleDomCfg> sum(0);

    onlyMaster([&](uint32_t const, uint32_t const) { frame = first[blockIdx.x]; });
    __syncthreads();
    while (frame >= 0) {
        forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
            if (int(linearIdx) < size[frame]) sum[idx] += weight[frame * frameSize + linearIdx];
        });
        __syncthreads();
        onlyMaster([&](uint32_t const, uint32_t const) {
            last = frame;
            frame = next[frame];
        });
        __syncthreads();
    }
    forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
        out[blockIdx.x * frameSize + linearIdx] = sum[idx] + min(int(linearIdx), size[last]);
    });
}
