// The time of a campaign's parts: a program of each profile is generated, run by the rules and by the fast
// engine, and compared. An iteration is one program, with seeds 0, 1, …; `steps` is their mean.

#include <benchmark/benchmark.h>

#include <algorithm>

#include "differential/programs/campaign/campaign.hpp"
#include "differential/programs/compare/comparison.hpp"
#include "engines/engines.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::differential {
namespace {

constexpr std::size_t kPrograms = 2'000;

std::vector<Case> cases_of(Profile profile) {
    std::vector<Case> cases;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) cases.push_back(generate(profile, seed));
    return cases;
}

template <typename F>
void each_case(benchmark::State& state, Profile profile, F f) {
    const auto cases = cases_of(profile);
    std::uint64_t steps = 0;
    std::size_t run = 0;
    for (auto _ : state) {
        const std::uint64_t taken = f(cases[run % kPrograms]);
        if (run < kPrograms) steps += taken;  // a second pass that ends early would favour its first programs
        ++run;
    }
    state.counters["steps"] = static_cast<double>(steps) / static_cast<double>(std::min(run, kPrograms));
}

void make(benchmark::State& state, Profile profile) {
    std::uint64_t seed = 0;
    for (auto _ : state) {
        const Case generated = generate(profile, seed);
        benchmark::DoNotOptimize(generated.program.instructions.data());
        seed = (seed + 1) % kPrograms;
    }
}

void rules(benchmark::State& state, Profile profile) {
    each_case(state, profile, [](const Case& c) { return run_rules(c.program, c.options, nullptr).steps; });
}

void rules_observed(benchmark::State& state, Profile profile) {
    const Engine& engine = *find_engine("rules");
    each_case(state, profile, [&](const Case& c) { return observe(engine, c).result.steps; });
}

void fast(benchmark::State& state, Profile profile) {
    each_case(state, profile,
              [](const Case& c) { return fast::run_fast(c.program, c.options, nullptr).steps; });
}

void fast_observed(benchmark::State& state, Profile profile) {
    const Engine& engine = *find_engine("fast");
    each_case(state, profile, [&](const Case& c) { return observe(engine, c).result.steps; });
}

// Everything that a campaign does with a program.
void whole(benchmark::State& state, Profile profile) {
    Campaign campaign;
    campaign.profile = profile;
    campaign.engines = {*find_engine("rules"), *find_engine("fast")};
    std::uint64_t k = 0;
    std::uint64_t differences = 0;
    for (auto _ : state) {
        CompareOptions options;
        options.observe_all = observes_all(k);
        differences += compare(*case_of(campaign, k), campaign.engines, options).same() ? 0 : 1;
        k = (k + 1) % kPrograms;
    }
    state.counters["differences"] = static_cast<double>(differences);
}

const int kRegistered = [] {
    for (const ProfileInfo& profile : profiles()) {
        const auto add = [&](const char* part, auto function) {
            benchmark::RegisterBenchmark(("campaign/" + std::string(profile.name) + "/" + part).c_str(),
                                         [=, p = profile.profile](benchmark::State& s) { function(s, p); })
                ->Unit(benchmark::kMicrosecond);
        };
        add("make", make);
        add("rules", rules);
        add("rules_observed", rules_observed);
        add("fast", fast);
        add("fast_observed", fast_observed);
        add("whole", whole);
    }
    return 0;
}();

}  // namespace
}  // namespace musimd::differential
