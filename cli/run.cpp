// musimd run FILE

#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/engine.hpp"
#include "simulator/observers/statistics.hpp"
#include "simulator/observers/trace.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAbout =
    "Runs a program, assembly (.asm) or a Prolog list (.pl), and prints how it ended, the active threads, "
    "their\n"
    "variables and the shared memory. FILE - is standard input.\n\n"
    "Exit status: 0 stop, 1 a trap, 2 bad input or command line, 3 the step limit.\n";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  musimd run programs/paper/figure9.pl               the result\n"
    "  musimd run programs/paper/figure9.pl --trace       each step: rule, active threads, both stacks\n"
    "  musimd run programs/paper/figure1c.asm --stats     divergence and memory transactions, as a table\n"
    "  musimd run prog.asm --define SIZE=64 --json        another size; the result for a program to read\n"
    "  printf 'x = tid\\nstop' | musimd run - --threads 4  a program from standard input\n";

Options declare() {
    Options options("run", "FILE", kAbout, kExamples);
    declare_program_options(options);
    options.value("memory", "FILE", "more of the shared memory: lines A: c c c …");
    options.value("engine", "NAME", "which engine runs it; all give the same result (default fast)");
    declare_machine_options(options);
    options.flag("json", "print the result as one JSON object");
    options.flag("trace", "print a line a step on standard error");
    options.flag("stats", "count steps, divergence and memory transactions");
    options.value("segment", "N", "words of a memory segment, for --stats (default 32)");
    return options;
}

const Engine& engine_option(const Options& options) {
    std::vector<std::string_view> names;
    for (const Engine& engine : engines()) names.push_back(engine.name);
    const auto name = options.choice("engine", names);
    return name ? *find_engine(*name) : engines().front();
}

int exit_status(Outcome outcome) {
    switch (outcome) {
        case Outcome::stop:
            return kOk;
        case Outcome::trap:
            return kFailed;
        case Outcome::limit:
            return kLimit;
    }
    return kFailed;
}

}  // namespace

int run(const Arguments& arguments) {
    Options options = declare();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const ReadOptions read = read_program_options(options);
    MachineOptions machine = read_machine_options(options, read.max_address);
    const Engine& engine = engine_option(options);
    const auto segment = options.integer("segment", 1, INT64_MAX).value_or(32);
    const std::string& file = options.operands()[0];
    const auto memory_file = options.text("memory");
    if (file == "-" && memory_file == "-")
        throw UsageError("the program and --memory cannot both be standard input");

    const std::string text = read_text(file);
    Program program = load_program(file, text, read);
    take_order(options, program, machine);
    if (memory_file) {
        const std::string errors =
            read_memory(read_text(*memory_file), *memory_file, read.max_address, program);
        if (!errors.empty()) throw InputError(errors);
    }
    if (const auto reason = too_large(engine, program))
        throw InputError(fmt::format("{}: error: {}\n", file, *reason));

    Observers observers;
    Trace trace([](const std::string& line) { std::fputs(line.c_str(), stderr); });
    StatisticsObserver statistics(program, static_cast<std::int64_t>(segment));
    if (options.has("trace")) observers.add(trace);
    if (options.has("stats")) observers.add(statistics);
    const Result result = engine.run(program, machine, observers.empty() ? nullptr : &observers);

    const Statistics* counted = options.has("stats") ? &statistics.statistics() : nullptr;
    const auto write = [](std::string_view piece) { std::cout << piece; };
    if (options.has("json")) {
        write_json(result, program, counted, write);
    } else {
        report(result, program, write);
    }
    if (result.trap) std::cerr << render_trap(*result.trap, file, text);
    if (result.outcome == Outcome::limit)
        std::cerr << fmt::format("{}: {}\n", file, limit_reason(result, program, machine));
    if (counted != nullptr) std::cerr << table(*counted);
    return exit_status(result.outcome);
}

}  // namespace musimd::cli
