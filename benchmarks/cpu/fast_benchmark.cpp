// The fast engine on one host thread: the cost of an instruction by the number of lanes and of warps, and the
// cost of watching races.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "benchmarks/cpu/bench_programs.hpp"
#include "simulator/fast/grid.hpp"

namespace {

using musimd::Program;
using musimd::RaceMode;
using musimd::Result;

// Runs the program as often as the benchmark asks, and returns the steps of a run.
std::uint64_t run(benchmark::State& state, const Program& program, bool watch_races = true) {
    musimd::MachineOptions options;
    options.max_steps = 1'000'000'000;
    std::uint64_t steps = 0;
    for (auto _ : state) {
        const Result result =
            musimd::fast::run(program, options, nullptr, 1, musimd::fast::kernels(), watch_races);
        if (result.outcome != musimd::Outcome::stop) state.SkipWithError("the program did not stop");
        steps = result.steps;
    }
    return steps;
}

void report(benchmark::State& state, const std::string& name, double things) {
    state.counters[name] = benchmark::Counter(things * static_cast<double>(state.iterations()),
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// A loop of eight operations that every lane executes `rounds` times.
Program arithmetic(std::int64_t threads, std::int64_t warps, std::int64_t rounds) {
    const std::string text = fmt::format(
        ".threads {}\n.warps {}\n"
        "        x = tid\n"
        "        k = 0\n"
        "head:   c = k < {}\n"
        "        bz c, end\n"
        "        x = x + 5\n"
        "        y = x ^ tid\n"
        "        x = x & 1023\n"
        "        y = y * 3\n"
        "        y = min y, 4096\n"
        "        x = x - k\n"
        "        k = k + 1\n"
        "        jump head\n"
        "end:    sync\n"
        "        stop\n",
        threads, warps, rounds);
    return musimd::read_program(text, "arithmetic.asm").program.value();
}

// Seconds per step, and per lane of a step, by the number of lanes.
void lanes(benchmark::State& state) {
    const std::int64_t threads = state.range(0);
    const std::uint64_t steps = run(state, arithmetic(threads, 1, 4'000'000 / (threads + 256)));
    report(state, "step", static_cast<double>(steps));
    report(state, "lane", static_cast<double>(steps) * static_cast<double>(threads));
}

// The same by the number of warps of 32.
void warps(benchmark::State& state) {
    const std::int64_t count = state.range(0);
    const std::uint64_t steps = run(state, arithmetic(32, count, 1'000'000 / (count * 10)));
    report(state, "step", static_cast<double>(steps));
}

// A loop of four equal typed operations, on numbers from 1 to 2 or, for integers, on any.
const char* const kTypedOperations[] = {"add.f32", "mul.f32", "fma.f32",     "add.f64",
                                        "mul.i16", "adds.u8", "div.i32",     "add.f16",
                                        "sin.f32", "sin.f64", "cvt.i32.f32", "cvt.f16.f32"};

void typed(benchmark::State& state) {
    const std::string operation = kTypedOperations[state.range(0)];
    const std::int64_t threads = state.range(1);
    const bool slow = operation.starts_with("sin");
    const bool is_double = operation.find("f64") != std::string::npos;
    const bool is_half = operation == "add.f16";
    const std::int64_t one = is_double ? 0x3FF0000000000000 : is_half ? 0x3C00 : 0x3F800000;
    const std::int64_t step = is_double ? std::int64_t{1} << 36 : is_half ? 0 : 100;
    const char* const operands = operation.starts_with("cvt") || slow ? "x"
                                 : operation.starts_with("fma")       ? "x, y, x"
                                                                      : "x, y";
    std::string body;
    for (int i = 0; i < 4; ++i) body += fmt::format("        z = {} {}\n", operation, operands);
    const std::string text = fmt::format(
        ".threads {}\n"
        "        x = tid * {}\n"
        "        x = x + {}\n"
        "        y = x\n"
        "        k = 0\n"
        "head:   c = k < {}\n"
        "        bz c, end\n"
        "{}"
        "        k = k + 1\n"
        "        jump head\n"
        "end:    sync\n"
        "        stop\n",
        threads, step, one, 4'000'000 / (threads + 256) / (slow ? 20 : 1), body);
    const std::uint64_t steps = run(state, musimd::read_program(text, "typed.asm").program.value());
    state.SetLabel(operation);
    report(state, "step", static_cast<double>(steps));
    report(state, "lane", static_cast<double>(steps) * static_cast<double>(threads));
}

struct Scaled {
    const char* name;
    std::map<std::string, musimd::Integer> defines;
};
const Scaled kRaceFree[] = {
    {"matrix-product", {{"N", 64}, {"WARPS", 16}}}, {"grid-barrier", {{"WARPS", 64}, {"ROWS", 20}}},
    {"bellman-ford", {{"N", 256}, {"WARPS", 8}}},   {"string-matching", {{"LEN", 50000}, {"WARPS", 16}}},
    {"quicksort", {{"LEN", 256}, {"WARPS", 8}}},    {"depth-first-search", {{"N", 100}, {"WARPS", 8}}},
};

// A program of programs/bench without race detection, with detection between warps, and with detection
// between threads.
void races(benchmark::State& state) {
    const Scaled& scaled = kRaceFree[state.range(0)];
    const bool watch = state.range(1) != 0;
    musimd::ReadOptions options;
    options.defines = scaled.defines;
    options.races = state.range(1) == 2 ? RaceMode::thread : RaceMode::warp;
    const std::uint64_t steps = run(state, musimd::benchmarks::bench_program(scaled.name, options), watch);
    state.SetLabel(
        fmt::format("{}, {}", scaled.name, watch ? state.range(1) == 2 ? "threads" : "warps" : "off"));
    report(state, "step", static_cast<double>(steps));
}

}  // namespace

BENCHMARK(lanes)
    ->Arg(1)
    ->Arg(8)
    ->Arg(16)
    ->Arg(32)
    ->Arg(64)
    ->Arg(256)
    ->Arg(1024)
    ->Arg(4096)
    ->Arg(16384)
    ->Arg(65536)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(typed)
    ->ArgsProduct({benchmark::CreateDenseRange(0, std::size(kTypedOperations) - 1, 1), {32, 4096}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(warps)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK(races)
    ->ArgsProduct({benchmark::CreateDenseRange(0, std::size(kRaceFree) - 1, 1), {0, 1, 2}})
    ->Unit(benchmark::kMillisecond);
