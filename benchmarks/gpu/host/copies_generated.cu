// Copies as musimd compiles them from assembly: UNIT is the output of `musimd compile ../programs/copy….asm --to
// cuda`, ROWS, MASKS and ROOM the numbers of its rows, masks and scratch rows. Each hardware warp runs a
// separate machine, whose Σ is the words of the job's warp.

#include <cuda_runtime.h>

#include UNIT

#include "benchmarks/gpu/host/copies.hpp"

namespace {

using namespace musimd;
using namespace musimd::benchmarks;

constexpr unsigned kThreads = 32;

// The state of the machines besides Σ; allocated for a job, and reused for jobs of the same shape.
class Machines {
  public:
    void prepare(const CopyJob& job) {
        if (job.warps != job_.warps || job.length != job_.length || job.words != job_.words) make(job);
        // Only these change in a run; the rest is overwritten before it is read.
        warps_->write(begin_);
        masks_->write(active_);
    }
    void run() {
        const unsigned blocks = (job_.warps * kThreads + copies::kBlock - 1) / copies::kBlock;
        MUSIMD_LAUNCH(native::musimd_program_0, blocks, copies::kBlock, static_cast<void*>(warps_->get()),
                      job_.warps);
    }
    /// The number of machines that did not stop in the last run.
    std::size_t unfinished() const {
        std::size_t count = 0;
        for (const native::DeviceWarp& warp : warps_->read(begin_.size()))
            count += warp.ending == native::Ending::stopped ? 0 : 1;
        return count;
    }

  private:
    static constexpr std::size_t kRowWords = native::row_stride(kThreads);
    static constexpr std::size_t kMaskWords = native::mask_stride(kThreads);

    void make(const CopyJob& job) {
        job_ = job;
        const std::size_t limit = static_cast<std::size_t>(words_of_warp(job.length));
        const std::size_t pages = limit / native::kPageWords + 1;
        for (auto* array : {&defined_, &pages_}) array->reset();
        defined_ = std::make_unique<DeviceArray<std::uint8_t>>(limit * job.warps);
        defined_->set(1);
        pages_ = std::make_unique<DeviceArray<std::uint8_t>>(pages * job.warps);
        pages_->set(0);
        rows_ = std::make_unique<DeviceArray<std::int32_t>>(kRowWords * (ROWS)*job.warps);
        room_ = std::make_unique<DeviceArray<std::int32_t>>(kRowWords * (ROOM)*job.warps);
        masks_ = std::make_unique<DeviceArray<std::uint64_t>>(kMaskWords * (MASKS)*job.warps);
        sigmas_ = std::make_unique<DeviceArray<native::Sigma>>(job.warps);
        warps_ = std::make_unique<DeviceArray<native::DeviceWarp>>(job.warps);
        services_ = std::make_unique<DeviceArray<native::Services>>(1);
        services_->write({native::Services{}});
        rows_->set(0);

        std::vector<native::Sigma> sigmas(job.warps);
        begin_.assign(job.warps, native::DeviceWarp{});
        active_.assign(kMaskWords * (MASKS)*job.warps, 0);
        for (std::size_t w = 0; w < job.warps; ++w) {
            sigmas[w].words = job.words + w * limit;
            sigmas[w].defined = defined_->get() + w * limit;
            sigmas[w].pages = pages_->get() + w * pages;
            sigmas[w].limit = static_cast<std::int64_t>(limit);
            native::DeviceWarp& warp = begin_[w];
            warp.rows = rows_->get() + w * kRowWords * (ROWS);
            warp.masks = masks_->get() + w * kMaskWords * (MASKS);
            warp.room = room_->get() + w * kRowWords * (ROOM);
            warp.sigma = sigmas_->get() + w;
            warp.services = services_->get();
            warp.max_steps = std::uint64_t{1} << 40;
            active_[w * kMaskWords * (MASKS)] = 0xFFFFFFFFU;  // Θ is the first mask
        }
        sigmas_->write(sigmas);
    }

    CopyJob job_;
    std::unique_ptr<DeviceArray<std::uint8_t>> defined_, pages_;
    std::unique_ptr<DeviceArray<std::int32_t>> rows_, room_;
    std::unique_ptr<DeviceArray<std::uint64_t>> masks_;
    std::unique_ptr<DeviceArray<native::Sigma>> sigmas_;
    std::unique_ptr<DeviceArray<native::DeviceWarp>> warps_;
    std::unique_ptr<DeviceArray<native::Services>> services_;
    std::vector<native::DeviceWarp> begin_;
    std::vector<std::uint64_t> active_;
};

CopyWays all_ways() {
    const auto machines = std::make_shared<Machines>();
    CopyWay way;
    way.prepare = [machines](const CopyJob& job) { machines->prepare(job); };
    way.end = [machines] {
        if (machines->unfinished() != 0) throw std::runtime_error("machines did not stop");
    };
    way.run = [machines](const CopyJob&) { machines->run(); };
    return {{"generated", way}};
}

}  // namespace

int main() {
    return measure_copies(all_ways);
}
