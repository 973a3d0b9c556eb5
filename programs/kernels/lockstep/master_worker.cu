// Master worker: one of all workers sets what they share. The barriers order it before and after the others' accesses.
// musimd: --grid 2 --arg out=zeros:80 --arg in=random:0..9:80
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t frameSize = 40;

/// out[i] = in[i] + (the first of the block's in that is 9, or their number)
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void master_worker(int *out, int const *in) {
    PMACC_SMEM(finished, bool);
    PMACC_SMEM(found, int);

    uint32_t const workerIdx = threadIdx.x;
    uint32_t const first = blockIdx.x * frameSize;
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster{workerIdx};
    onlyMaster([&](uint32_t const, uint32_t const) {
        finished = false;
        for (found = 0; !finished && found < int(frameSize);) {
            finished = in[first + found] == 9;
            if (!finished) found++;
        }
    });
    /* important: synchronize now, in case upcoming operations (with other workers) access the shared memory */
    __syncthreads();
    ForEachIdx<IdxConfig<frameSize, numWorkers, simdSize>> forEachParticle(workerIdx);
    forEachParticle([&](uint32_t const linearIdx, uint32_t const) {
        out[first + linearIdx] = in[first + linearIdx] + found + (finished ? 0 : 1000);
    });
}
