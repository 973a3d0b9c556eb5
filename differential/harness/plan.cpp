#include "differential/harness/plan.hpp"

namespace musimd::differential::harness {

// Steps of the golden ratio through 2^64, as in SplitMix64: no seed repeats, and campaigns of neighbouring
// seeds do not overlap.
std::uint64_t seed_of(const Plan& plan, std::uint64_t k) {
    return plan.seed + k * 0x9E3779B97F4A7C15U;
}

}  // namespace musimd::differential::harness
