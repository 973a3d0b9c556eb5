// A collective loop that not all workers pass equally often: its barrier waits for workers that have left.
// musimd: --arg out=zeros:50 --arg in=random:0..9:50
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

template <uint32_t numWorkers, uint32_t simdSize>
__global__ void loop_of_some_workers(int *out, int const *in) {
    PMACC_SMEM(sum, int);
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(threadIdx.x);
    onlyMaster([&](uint32_t const, uint32_t const) { sum = 0; });
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 50; i += numWorkers) {
        atomicAdd(&sum, in[i]);
        __syncthreads();  // found: barrier-while-diverged
        out[i] = in[i];
    }
    onlyMaster([&](uint32_t const, uint32_t const) { out[0] = sum; });
}
