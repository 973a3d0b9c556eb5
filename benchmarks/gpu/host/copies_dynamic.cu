// Copies by dynamic parallelism (b): each thread with a record launches a kernel that copies it.

#include "benchmarks/gpu/host/copies.hpp"

namespace {

using namespace musimd::benchmarks;

// The maximum number of pending launches: the device reserves memory for them.
constexpr unsigned kPending = 32768;

__global__ void copy_record(std::int32_t* __restrict__ to, const std::int32_t* __restrict__ from,
                            std::int64_t length) {
    const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < length;
         i += all)
        to[i] = from[i];
}

__global__ void copy_by_children(CopyJob job, unsigned first, unsigned last, unsigned* failures) {
    const unsigned warp = first + (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (warp >= last) return;
    std::int32_t* const mine = job.words + warp * words_of_warp(job.length);
    const unsigned t = threadIdx.x % 32;
    if (mine[t] == 0) return;
    const unsigned threads = job.length < 256 ? static_cast<unsigned>(job.length + 31) / 32 * 32 : 256;
    const std::int64_t blocks = (job.length + threads - 1) / threads;
    copy_record<<<static_cast<unsigned>(blocks < 1024 ? blocks : 1024), threads, 0,
                  cudaStreamFireAndForget>>>(mine + kHeader + (kRecords + t) * job.length,
                                             mine + kHeader + t * job.length, job.length);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(failures, 1U);
}

CopyWays all_ways() {
    check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, kPending), "room for launches");
    const auto failures = std::make_shared<DeviceArray<unsigned>>(1);
    CopyWay way;
    failures->set(0);
    way.end = [failures] {
        const unsigned count = failures->read(1)[0];
        failures->set(0);
        if (count != 0) throw std::runtime_error(std::to_string(count) + " kernels could not be launched");
    };
    way.run = [failures](const CopyJob& job) {
        // A grid is done when the grids that it launched are: then there is room for the launches of the next one.
        const unsigned at_once = kPending / std::max(job.active, 1U);
        for (unsigned warp = 0; warp < job.warps; warp += at_once) {
            const unsigned last = std::min(job.warps, warp + at_once);
            copy_by_children<<<((last - warp) * 32 + copies::kBlock - 1) / copies::kBlock, copies::kBlock>>>(
                job, warp, last, failures->get());
        }
    };
    return {{"dynamic", way}};
}

}  // namespace

int main() {
    return measure_copies(all_ways);
}
