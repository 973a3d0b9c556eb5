// What it costs to watch a run: an observer that does nothing, and one that writes a trace file, as multiples
// of the unobserved run. Warps of 32 threads, one host thread, processor time.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/cpu/bench_programs.hpp"
#include "simulator/fast/grid.hpp"
#include "views/trace/writer.hpp"

namespace {

using musimd::Integer;
using musimd::Observer;
using musimd::Program;

struct Scaled {
    const char* name;
    std::map<std::string, Integer> defines;
};
// Every program of programs/bench, with at least a few milliseconds of work where it can be scaled.
const Scaled kTraced[] = {
    {"bellman-ford", {{"N", 512}, {"WARPS", 4}}},
    {"bellman-ford-everywhere", {{"N", 512}, {"WARPS", 4}}},
    {"bitonic-sort", {{"LEN", 1024}}},
    {"block-sum", {{"N", 200000}, {"BLOCKS", 8}}},
    {"book-filter", {{"BOOKS", 4096}, {"WORDS", 262144}, {"WARPS", 4}}},
    {"book-filter-everywhere", {{"BOOKS", 4096}, {"WORDS", 262144}, {"WARPS", 4}}},
    {"breadth-first-search", {{"N", 8192}}},
    {"breadth-first-search-everywhere", {{"N", 8192}}},
    {"collatz", {{"R", 1}}},
    {"depth-first-search", {{"N", 200}, {"WARPS", 4}}},
    {"grid-barrier", {{"WARPS", 16}, {"ROWS", 20}}},
    {"histogram", {{"COUNT", 200000}, {"WARPS", 4}}},
    {"lane-serial", {{"RUNS", 10000}, {"LONGEST", 500}}},
    {"mandelbrot", {{"WIDTH", 320}, {"HEIGHT", 200}, {"WARPS", 4}}},
    {"matrix-product", {{"N", 128}, {"WARPS", 4}}},
    {"nested-everywhere", {}},
    {"prefix-scan-shfl", {{"COUNT", 1000000}}},
    {"quicksort", {{"LEN", 256}, {"WARPS", 4}}},
    {"string-matching", {{"LEN", 100000}, {"WARPS", 4}}},
    {"string-matching-everywhere", {{"LEN", 100000}, {"WARPS", 4}}},
    {"sum-shfl", {{"COUNT", 1000000}}},
};

class Nothing final : public Observer {
  public:
    void on_step(const musimd::StepEvent& event) override { benchmark::DoNotOptimize(&event); }
};

double seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Program traced_program(const Scaled& scaled) {
    musimd::ReadOptions options;
    options.defines = scaled.defines;
    Program program = musimd::benchmarks::bench_program(scaled.name, options);
    if (std::string(scaled.name) == "collatz")
        program.preloads.push_back({0, std::int64_t{32} * program.warps, {}, 1, 1});
    return program;
}

struct Times {
    double unobserved, observed, traced;
    std::uint64_t steps, bytes;
};

/// Each kind of run once.
Times times_of(const Program& program) {
    musimd::MachineOptions options;
    options.max_steps = 1'000'000'000;
    const auto run = [&](Observer* observer) {
        const double begin = seconds();
        const musimd::Result result =
            musimd::fast::run(program, options, observer, 1, musimd::fast::kernels());
        return std::pair(seconds() - begin, result.steps);
    };
    Times times{};
    std::tie(times.unobserved, times.steps) = run(nullptr);
    Nothing nothing;
    times.observed = run(&nothing).first;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
    const double begin = seconds();
    musimd::views::trace::Writer writer({}, program, [&](std::string_view piece) {
        times.bytes += std::fwrite(piece.data(), 1, piece.size(), file.get());
    });
    run(&writer);
    writer.finish("stop");
    std::fflush(file.get());
    times.traced = seconds() - begin;
    return times;
}

std::array<double, 2>& sums_of_logarithms() {
    static std::array<double, 2> sums{};
    return sums;
}

template <typename T>
double median(std::vector<Times> runs, T Times::*part) {
    std::ranges::nth_element(runs, runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2), {}, part);
    return static_cast<double>(runs[runs.size() / 2].*part);
}

// Medians of the iterations.
void tracing(benchmark::State& state) {
    const Scaled& scaled = kTraced[state.range(0)];
    const Program program = traced_program(scaled);
    std::vector<Times> runs;
    for (auto _ : state) runs.push_back(times_of(program));
    const double unobserved = median(runs, &Times::unobserved);
    const double observed = median(runs, &Times::observed) / unobserved;
    const double traced = median(runs, &Times::traced) / unobserved;
    const auto steps = static_cast<double>(runs.front().steps);
    sums_of_logarithms()[0] += std::log(observed);
    sums_of_logarithms()[1] += std::log(traced);
    state.SetLabel(scaled.name);
    state.counters["steps"] = steps;
    state.counters["step_ns"] = 1e9 * unobserved / steps;
    state.counters["observed"] = observed;
    state.counters["traced"] = traced;
    state.counters["bytes_per_step"] = static_cast<double>(runs.front().bytes) / steps;
}

// The geometric means of the programs before it.
void tracing_mean(benchmark::State& state) {
    for (auto _ : state) benchmark::ClobberMemory();
    constexpr auto kCount = static_cast<double>(std::size(kTraced));
    state.counters["observed"] = std::exp(sums_of_logarithms()[0] / kCount);
    state.counters["traced"] = std::exp(sums_of_logarithms()[1] / kCount);
}

}  // namespace

BENCHMARK(tracing)->DenseRange(0, std::size(kTraced) - 1, 1)->Unit(benchmark::kMillisecond)->Iterations(5);
BENCHMARK(tracing_mean)->Iterations(1);
