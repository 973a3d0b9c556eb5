#pragma once

#include <map>
#include <memory>

#include "benchmarks/gpu/host/measuring.hpp"
#include "benchmarks/gpu/kernels/copy.hpp"

// Measuring copies: the data, and checking the results.

namespace musimd::benchmarks {

/// A way to copy: `prepare` is called before each run and not measured, `end` after the last run; it throws
/// if something failed.
struct CopyWay {
    std::function<void(const CopyJob&)> run;
    std::function<void(const CopyJob&)> prepare = [](const CopyJob&) {};
    std::function<void()> end = [] {};
    bool checked = true;  ///< whether the result is a set of copied records; plain copies are not
};
using CopyWays = std::map<std::string, CopyWay>;

namespace copies {

inline constexpr unsigned kBlock = 256;

__global__ void fill(CopyJob job) {
    const std::int64_t words = words_of_warp(job.length);
    for (std::int64_t w = blockIdx.x; w < job.warps; w += gridDim.x) {
        for (std::int64_t i = threadIdx.x; i < words; i += blockDim.x)
            job.words[w * words + i] = word_before(job, w, i);
    }
}

__global__ void count_wrong(CopyJob job, unsigned long long* wrong) {
    const std::int64_t words = words_of_warp(job.length);
    for (std::int64_t w = blockIdx.x; w < job.warps; w += gridDim.x) {
        for (std::int64_t i = threadIdx.x; i < words; i += blockDim.x) {
            if (job.words[w * words + i] != word_after(job, w, i)) atomicAdd(wrong, 1ULL);
        }
    }
}

/// Wrong words, counted by the device, or by the host if there are few.
inline unsigned long long wrong_words(const CopyJob& job) {
    constexpr std::size_t kFew = 1 << 22;
    const std::int64_t words = words_of_warp(job.length);
    if (static_cast<std::size_t>(words) * job.warps > kFew) {
        DeviceArray<unsigned long long> wrong(1);
        wrong.set(0);
        MUSIMD_LAUNCH(count_wrong, 4096, kBlock, job, wrong.get());
        check(cudaDeviceSynchronize(), "count_wrong");
        return wrong.read(1)[0];
    }
    std::vector<std::int32_t> all(static_cast<std::size_t>(words) * job.warps);
    check(cudaMemcpy(all.data(), job.words, all.size() * sizeof(all[0]), cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    unsigned long long wrong = 0;
    for (std::size_t at = 0; at < all.size(); ++at) {
        const auto place = static_cast<std::int64_t>(at);
        if (all[at] != word_after(job, place / words, place % words)) ++wrong;
    }
    return wrong;
}

/// Memory for jobs: grows, and is kept between jobs.
class Room {
  public:
    std::int32_t* of(std::size_t words) {
        if (!array_ || array_->size() < words) {
            array_.reset();
            array_ = std::make_unique<DeviceArray<std::int32_t>>(words);
        }
        return array_->get();
    }

  private:
    std::unique_ptr<DeviceArray<std::int32_t>> array_;
};

inline std::string measure(const CopyWays& ways, Room& room, std::istringstream& line) {
    std::string name;
    CopyJob job;
    int repetitions = 0;
    line >> name >> job.length >> job.active >> job.warps >> repetitions;
    const auto way = ways.find(name);
    if (!line || way == ways.end() || job.length < 1 || job.active > kRecords || job.warps < 1 ||
        repetitions < 1)
        throw std::runtime_error("expected: WAY LENGTH ACTIVE WARPS REPETITIONS");
    job.words = room.of(static_cast<std::size_t>(words_of_warp(job.length)) * job.warps);
    MUSIMD_LAUNCH(fill, 4096, kBlock, job);
    check(cudaDeviceSynchronize(), "fill");
    const auto seconds = seconds_of(
        repetitions, [&] { way->second.prepare(job); }, [&] { way->second.run(job); });
    way->second.end();
    const unsigned long long wrong = way->second.checked ? wrong_words(job) : 0;
    if (wrong != 0) throw std::runtime_error(std::to_string(wrong) + " words are wrong");
    const double bytes =
        2.0 * static_cast<double>(job.length) * job.active * job.warps * sizeof(std::int32_t);
    char text[64];
    std::snprintf(text, sizeof text, ", \"bytes\": %.0f", bytes);
    return json_of(seconds) + text;
}

}  // namespace copies

/// The program: measures what the lines of standard input request, `WAY LENGTH ACTIVE WARPS REPETITIONS`.
/// `make` is called once a device has been found.
inline int measure_copies(const std::function<CopyWays()>& make) {
    CopyWays ways;
    copies::Room room;
    return answer_lines([&] { ways = make(); },
                        [&](std::istringstream& line) { return copies::measure(ways, room, line); });
}

/// Launches one of the kernels of ../kernels with one hardware warp per warp of the job. The argument is the
/// job's copy on the device.
template <typename Kernel>
CopyWay warps_of(Kernel kernel) {
    const auto there = std::make_shared<DeviceArray<CopyJob>>(1);
    CopyWay way;
    way.prepare = [there](const CopyJob& job) { there->write({job}); };
    way.run = [there, kernel](const CopyJob& job) {
        const unsigned blocks = (job.warps * 32 + copies::kBlock - 1) / copies::kBlock;
        MUSIMD_LAUNCH(kernel, blocks, copies::kBlock, static_cast<void*>(there->get()), job.warps);
    };
    return way;
}

}  // namespace musimd::benchmarks
