// Collatz trajectories of 1 … 16384 (programs/bench/collatz.asm), in iterations per second: one iteration is
// one step n → n/2 or 3n+1 of one lane.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "benchmarks/cpu/bench_programs.hpp"
#include "engines/engines.hpp"
#include "simulator/fast/grid.hpp"

namespace {

constexpr std::int64_t kNumbers = 16384;

std::uint64_t iterations() {
    std::uint64_t count = 0;
    for (std::int64_t start = 1; start <= kNumbers; ++start) {
        for (std::int64_t n = start; n != 1; ++count) n = n % 2 != 0 ? 3 * n + 1 : n / 2;
    }
    return count;
}

musimd::Program collatz(musimd::Word word = {}) {
    musimd::Program program = musimd::benchmarks::bench_program("collatz");
    program.word = word;
    program.preloads.push_back({.address = 0, .count = kNumbers, .words = {}, .start = 1, .step = 1});
    return program;
}

void report(benchmark::State& state) {
    state.counters["iterations/s"] =
        benchmark::Counter(static_cast<double>(iterations()) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate);
}

void collatz_on_engine(benchmark::State& state) {
    const musimd::Engine& engine = musimd::core_engines()[static_cast<std::size_t>(state.range(0))];
    const musimd::Program program = collatz();
    for (auto _ : state) {
        const musimd::Result result = engine.run(program, {}, nullptr);
        if (result.outcome != musimd::Outcome::stop) state.SkipWithError("the program did not stop");
        benchmark::DoNotOptimize(result.steps);
    }
    state.SetLabel(std::string(engine.name));
    report(state);
}

// The fast engine on one thread, with each vector extension that the processor has; with 64-bit words, whose
// overflow traps, or 32-bit words that wrap.
void collatz_on_one_thread(benchmark::State& state) {
    const auto all = musimd::vector_extensions();
    if (static_cast<std::size_t>(state.range(0)) >= all.size()) {
        state.SkipWithError("this processor lacks it");
        return;
    }
    const musimd::VectorExtension extension = all[static_cast<std::size_t>(state.range(0))];
    const musimd::Word word = state.range(1) == 32 ? musimd::Word{32, true} : musimd::Word{};
    const musimd::Program program = collatz(word);
    for (auto _ : state) {
        const musimd::Result result =
            musimd::fast::run(program, {}, nullptr, 1, musimd::fast::kernels(extension));
        benchmark::DoNotOptimize(result.steps);
    }
    state.SetLabel(std::string(to_string(extension)));
    report(state);
}

}  // namespace

BENCHMARK(collatz_on_engine)
    ->DenseRange(0, static_cast<std::int64_t>(musimd::core_engines().size()) - 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(collatz_on_one_thread)->ArgsProduct({{0, 1, 2}, {64, 32}})->Unit(benchmark::kMillisecond);
