#include "differential/harness/plan.hpp"

#include <fmt/format.h>

namespace musimd::differential::harness {

// Steps of the golden ratio through 2^64, as in SplitMix64: no seed repeats, and campaigns of neighbouring
// seeds do not overlap.
std::uint64_t seed_of(const Plan& plan, std::uint64_t k) {
    return plan.seed + k * 0x9E3779B97F4A7C15U;
}

std::uint64_t turns_of(const Plan& plan) {
    if (!plan.count) return UINT64_MAX / plan.shards;
    return *plan.count < plan.shard ? 0 : (*plan.count - plan.shard) / plan.shards + 1;
}

std::uint64_t case_at(const Plan& plan, std::uint64_t turn) {
    return plan.shard - 1 + turn * plan.shards;
}

std::string rate_text(std::uint64_t cases, std::string_view things, double seconds) {
    return fmt::format("{} {}, {:.0f} a second", cases, things,
                       seconds > 0 ? static_cast<double>(cases) / seconds : 0);
}

}  // namespace musimd::differential::harness
