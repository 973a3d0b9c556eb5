// Reading, printing and checking large programs.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/structure_check.hpp"

namespace {

// `lines` lines: conditionals with arithmetic and memory accesses.
std::string long_program(int lines) {
    std::string text = ".threads 32\n        x = tid\n";
    for (int block = 0; block < lines / 8; ++block) {
        text += fmt::format(
            "        c{0} = x < {1}      ; block {1}\n"
            "        bz c{0}, else{1}\n"
            "        y = x * 3\n"
            "        jump fi{1}\n"
            "else{1}: y = min x, -7\n"
            "fi{1}:  sync\n"
            "        [x] = y\n"
            "        x = [y]\n",
            block % 50, block);
    }
    return text + "        stop\n";
}

std::string nested_loops(int depth) {
    std::string text = "        c = tid\n";
    for (int i = 0; i < depth; ++i) text += fmt::format("head{0}: bz c, end{0}\n", i);
    text += "        c = 0\n";
    for (int i = depth - 1; i >= 0; --i) text += fmt::format("        jump head{0}\nend{0}: sync\n", i);
    return text + "        stop\n";
}

void read_100000_lines(benchmark::State& state) {
    const std::string text = long_program(100'000);
    for (auto _ : state) {
        const musimd::ReadResult read = musimd::read_program(text, "long.asm");
        if (!read) state.SkipWithError(read.errors.substr(0, 200).c_str());
        benchmark::DoNotOptimize(read.program);
    }
}

void print_100000_lines(benchmark::State& state) {
    const musimd::Program program = musimd::read_program(long_program(100'000), "long.asm").program.value();
    for (auto _ : state) benchmark::DoNotOptimize(musimd::print(program));
}

void check_nested_loops(benchmark::State& state) {
    const auto depth = static_cast<int>(state.range(0));
    const musimd::Program program = musimd::read_program(nested_loops(depth), "loops.asm").program.value();
    for (auto _ : state) {
        const musimd::StructureReport report = musimd::check_structure(program);
        if (!report.ok()) state.SkipWithError(report.errors[0].message.c_str());
    }
}

}  // namespace

BENCHMARK(read_100000_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(print_100000_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(check_nested_loops)->Arg(200)->Arg(2000)->Unit(benchmark::kMillisecond);
