#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

// What campaigns of programs and of kernels have in common.

namespace musimd::differential::harness {

/// Which cases a campaign runs. Case k, from 0, is a pure function of the campaign and k.
struct Plan {
    std::uint64_t seed = 0;
    std::optional<std::uint64_t> count;    ///< cases, of all shards together
    std::optional<std::uint64_t> seconds;  ///< how long it runs; ignored if there is a count
    std::uint64_t shard = 1;               ///< 1 … shards: cases k with k ≡ shard − 1
    std::uint64_t shards = 1;              ///< modulo shards
};

/// The seed of case k; case 0 has the plan's seed. A plan with that seed has this case first.
std::uint64_t seed_of(const Plan& plan, std::uint64_t k);

/// How many cases the shard has. Without a count, more than can be run.
std::uint64_t turns_of(const Plan& plan);

/// The case that the shard runs after `turn` others.
std::uint64_t case_at(const Plan& plan, std::uint64_t turn);

/// How a campaign is run, which changes nothing in what it finds.
struct Control {
    unsigned jobs = 1;  ///< processes or compilers at once, from 1
    /// Called periodically: true ends the campaign with what was done so far.
    std::function<bool()> interrupted = {};
    /// Called periodically: what was done so far, or is being done, as `1280 kernels, 3 findings`.
    std::function<void(const std::string&)> progress = {};

    bool is_interrupted() const { return interrupted && interrupted(); }
};

/// Seconds since a point in time.
class Stopwatch {
  public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Whether the time of a plan without a count is used up.
inline bool time_is_up(const Plan& plan, const Stopwatch& since_start) {
    return !plan.count && plan.seconds && since_start.seconds() >= static_cast<double>(*plan.seconds);
}

/// `12000 programs, 3400 a second`
std::string rate_text(std::uint64_t cases, std::string_view things, double seconds);

}  // namespace musimd::differential::harness
