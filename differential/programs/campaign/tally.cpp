#include "differential/programs/campaign/tally.hpp"

namespace musimd::differential {
namespace {

template <std::size_t N>
void add_all(std::array<std::uint64_t, N>& to, const std::array<std::uint64_t, N>& from) {
    for (std::size_t i = 0; i < N; ++i) to[i] += from[i];
}

}  // namespace

void Tally::add(Profile profile, const Result& result, RuleSet exercised) {
    programs += 1;
    profiles[static_cast<std::size_t>(profile)] += 1;
    steps += result.steps;
    stops += result.outcome == Outcome::stop ? 1 : 0;
    limits += result.outcome == Outcome::limit ? 1 : 0;
    if (result.trap) traps[static_cast<std::size_t>(result.trap->kind)] += 1;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        rules[i] += exercised.contains(static_cast<RuleId>(i)) ? 1 : 0;
    }
}

Tally& Tally::operator+=(const Tally& other) {
    programs += other.programs;
    stops += other.stops;
    limits += other.limits;
    add_all(traps, other.traps);
    add_all(rules, other.rules);
    add_all(profiles, other.profiles);
    steps += other.steps;
    differences += other.differences;
    crashes += other.crashes;
    hangs += other.hangs;
    unsupported += other.unsupported;
    fallbacks += other.fallbacks;
    return *this;
}

}  // namespace musimd::differential
