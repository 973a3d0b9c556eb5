// Two domains in one kernel, with a context variable each: rows and columns of a matrix that is not a square.
// musimd: --grid 2 --arg rows=zeros:10 --arg columns=zeros:62 --arg matrix=random:-9..9:310
#include <pmacc/lockstep.hpp>

using namespace pmacc;
using namespace pmacc::mappings::threads;

constexpr uint32_t height = 5, width = 31;

/// rows[y] = (the sum of row y) × (the largest sum of a column); columns[x] = (the sum of column x) − (that of all rows)
template <uint32_t numWorkers, uint32_t simdSize>
__global__ void two_domains(int *rows, int *columns, int const *matrix) {
    PMACC_SMEM(largest, int);
    PMACC_SMEM(total, int);
    uint32_t const workerIdx = threadIdx.x;
    int const *const own = matrix + blockIdx.x * height * width;
    using Rows = IdxConfig<height, numWorkers>;
    using Columns = IdxConfig<width, numWorkers, simdSize>;
    ForEachIdx<Rows> forEachRow(workerIdx);
    ForEachIdx<Columns> forEachColumn(workerIdx);
    ForEachIdx<IdxConfig<1, numWorkers>> onlyMaster(workerIdx);
    onlyMaster([&](uint32_t const, uint32_t const) {
        largest = -1000;
        total = 0;
    });
    memory::CtxArray<int, Rows> ofRow(workerIdx, [&](uint32_t const y, uint32_t const) {
        int sum = 0;
        for (uint32_t x = 0; x < width; ++x) sum += own[y * width + x];
        return sum;
    });
    memory::CtxArray<int, Columns> ofColumn(workerIdx, [&](uint32_t const x, uint32_t const) {
        int sum = 0;
        for (uint32_t y = 0; y < height; ++y) sum += own[y * width + x];
        return sum;
    });
    __syncthreads();
    forEachRow([&](uint32_t const, auto const idx) { atomicAdd(&total, ofRow[idx]); });
    forEachColumn([&](uint32_t const, auto const idx) { atomicMax(&largest, ofColumn[idx]); });
    __syncthreads();
    forEachRow([&](uint32_t const y, auto const idx) { rows[blockIdx.x * height + y] = ofRow[idx] * largest; });
    forEachColumn([&](uint32_t const x, auto const idx) { columns[blockIdx.x * width + x] = ofColumn[idx] - total; });
}
