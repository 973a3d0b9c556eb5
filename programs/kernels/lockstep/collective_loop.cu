// Collective loop: all workers traverse the frames of a list together, and share the particles of each.
// musimd: --grid 3 --arg out=zeros:192 --arg next=1,2,-1,4,-1,-1 --arg first=0,3,5 --arg charge=random:0..99:384
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 64;

/// A list of frames: `next` has the number of the frame after each, or -1.
struct FrameList {
    int const *next;
    int number;

    __device__ bool isValid() const { return number >= 0; }
    __device__ void advance() { number = next[number]; }
};

/// out[slot of the block]: the sum of the charges in this slot over all frames of the block.
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void collective_loop(int *out, int const *next, int const *first, int const *charge) {
    FrameList frame{next, first[blockIdx.x]};
    // `frame` is a list which must be traversed collectively
    while (frame.isValid()) {
        uint32_t const workerIdx = threadIdx.x;
        using ParticleDomCfg = IdxConfig<frameSize, numWorkers, simdSize>;
        ForEachIdx<ParticleDomCfg> forEachParticle(workerIdx);
        forEachParticle([&](uint32_t const linearIdx, uint32_t const idx) {
            out[blockIdx.x * frameSize + linearIdx] += charge[frame.number * frameSize + linearIdx];
        });
        frame.advance();
    }
}
