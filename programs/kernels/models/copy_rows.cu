// The odd ones of some rows are copied, by any number of workers. The domain of the rows decides which of them are
// copied, the domain of the words copies: all workers copy each row.
// musimd: --arg dest=zeros:1280 --arg src=iota:1280
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using pmacc::mappings::threads::ForEachIdx;
using pmacc::mappings::threads::IdxConfig;

constexpr uint32_t rows = 32, n = 40;

template <uint32_t numWorkers>
__global__ void copy_rows(int *dest, const int *src) {
    uint32_t const workerIdx = threadIdx.x;
    PMACC_SMEM(isCopied, memory::Array<bool, rows>);
    ForEachIdx<IdxConfig<rows, numWorkers>> forEachRow(workerIdx);
    ForEachIdx<IdxConfig<n, numWorkers>> forEachWord(workerIdx);

    forEachRow([&](uint32_t const t, uint32_t const) { isCopied[t] = t % 2; });
    __syncthreads();
    for (uint32_t t = 0; t < rows; t++)
        if (isCopied[t])
            forEachWord([&](uint32_t const i, uint32_t const) {
                dest[t * n + i] = src[t * n + i];
            });
}

auto *const with_32_workers = copy_rows<32>;
