// The speed of generating random programs, and of running them on two engines: what differential testing
// does.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "differential/programs/generate/generator.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"

namespace {

using namespace musimd;
using namespace musimd::differential;

void generate_programs(benchmark::State& state, Profile profile) {
    std::uint64_t seed = 0;
    for (auto _ : state) benchmark::DoNotOptimize(generate(profile, seed++));
    state.SetItemsProcessed(state.iterations());
}

void generate_and_run(benchmark::State& state, Profile profile) {
    std::uint64_t seed = 0;
    std::uint64_t agree = 0;
    for (auto _ : state) {
        const Case generated = generate(profile, seed++);
        agree += run_rules(generated.program, generated.options) ==
                         fast::run_fast(generated.program, generated.options)
                     ? 1
                     : 0;
    }
    if (agree != static_cast<std::uint64_t>(state.iterations())) state.SkipWithError("engines differ");
    state.SetItemsProcessed(state.iterations());
}

const bool kRegistered = [] {
    for (const ProfileInfo& info : profiles()) {
        const std::string name(info.name);
        benchmark::RegisterBenchmark(("generate/" + name).c_str(), generate_programs, info.profile);
        benchmark::RegisterBenchmark(("generate_and_run/" + name).c_str(), generate_and_run, info.profile);
    }
    return true;
}();

}  // namespace
