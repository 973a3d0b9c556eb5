// Hand-written copies: the upper bound (a), by threads (c), by warps (d).

#include "benchmarks/gpu/host/copies.hpp"

namespace {

using namespace musimd::benchmarks;

// A plain copy of as many words as a job copies: from the first half of its memory to the second.
struct Plain {
    std::int64_t words;
    const std::int32_t* from;
    std::int32_t* to;

    explicit Plain(const CopyJob& job)
        : words(job.length * job.active * job.warps),
          from(job.words),
          to(job.words + words_of_warp(job.length) * job.warps / 2) {}
};

__global__ void copy_plain(Plain job) {
    const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t fours = job.words / 4;
    const int4* const from = reinterpret_cast<const int4*>(job.from);
    int4* const to = reinterpret_cast<int4*>(job.to);
    for (std::int64_t i = first; i < fours; i += all) to[i] = from[i];
    for (std::int64_t i = 4 * fours + first; i < job.words; i += all) job.to[i] = job.from[i];
}

CopyWay plain(const std::function<void(const Plain&)>& run) {
    CopyWay way;
    way.run = [run](const CopyJob& job) { run(Plain(job)); };
    way.checked = false;
    return way;
}

CopyWays all_ways() {
    CopyWays ways;
    ways["memcpy"] = plain([](const Plain& job) {
        check(cudaMemcpyAsync(job.to, job.from, static_cast<std::size_t>(job.words) * sizeof(std::int32_t),
                              cudaMemcpyDeviceToDevice),
              "cudaMemcpyAsync");
    });
    ways["plain"] = plain([](const Plain& job) {
        const std::int64_t blocks = (job.words / 4 + copies::kBlock) / copies::kBlock;
        MUSIMD_LAUNCH(copy_plain, static_cast<unsigned>(std::min<std::int64_t>(blocks, 1 << 20)),
                      copies::kBlock, job);
    });
    ways["thread"] = warps_of(copy_by_thread);
    ways["everywhere"] = warps_of(copy_everywhere);
    ways["everywhere-8"] = warps_of(copy_everywhere_8);
    return ways;
}

}  // namespace

int main() {
    return measure_copies(all_ways);
}
