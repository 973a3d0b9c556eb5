// musimd profile

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "analysis/lint/lint.hpp"
#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/interruptible_run.hpp"
#include "cli/programs/profile_output.hpp"
#include "cli/programs/report.hpp"
#include "cli/programs/run_messages.hpp"
#include "cli/programs/warnings.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "views/profile/profile_observer.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutProfile =
    "Runs a program and prints its source with what each line costs: steps, lanes used, memory\n"
    "transactions, bank conflicts, and branches that diverge. Kernels have the option --profile of\n"
    "'musimd spmd', 'omp', 'cuda' and 'lockstep'. FILE - is standard input.\n\n"
    "Exit status: 0 stop, 1 a trap, 2 bad input or command line, 3 the step limit, 130 interrupted; after\n"
    "1, 3 and 130 the profile is that of the steps until there.\n";

constexpr std::string_view kExamplesProfile =
    "Examples:\n"
    "  musimd profile programs/paper/figure9.pl             the annotated source\n"
    "  musimd profile prog.asm -o prog.html                 the same as a page\n"
    "  musimd profile prog.asm -o callgrind.out.prog        for kcachegrind callgrind.out.prog\n"
    "  musimd profile prog.asm --format folded | flamegraph.pl > prog.svg\n\n"
    "docs/profile.md defines what is counted, and has the formats.\n";

}  // namespace

Options declare_profile() {
    Options options("profile", "FILE", kAboutProfile, kExamplesProfile);
    declare_program_options(options);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    options.one_of("engine", "NAME", {"fast", "rules"}, "the engine that runs it (default fast)");
    declare_machine_options(options);
    options.value("segment", "N", "words of a memory segment (default 32)");
    options.value("banks", "N", "banks of memory, each a word wide, 1 … 1024 (default 32)");
    options.one_of("format", "NAME", kProfileFormats,
                   "text, html, callgrind, folded or json (default: by the name of --output, or text)");
    options.value("output,o", "FILE", "write to this file instead of standard output");
    return options;
}

namespace {

constexpr Integer kMaxBanks = 1024;

views::ProfileMemory memory_of(const Options& options, const MachineOptions& machine) {
    return {.segment = static_cast<std::int64_t>(options.integer("segment", 1, INT64_MAX).value_or(32)),
            .banks = static_cast<std::int64_t>(options.integer("banks", 1, kMaxBanks).value_or(32)),
            .max_address = machine.max_address,
            .memory_has_banks = true};
}

std::string name_of(const std::string& file) {
    return file == "-" ? display_name(file) : std::filesystem::path(file).filename().string();
}

}  // namespace

int profile(const Arguments& arguments) {
    Options options = declare_profile();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const std::string& file = options.operands()[0];
    const auto output = options.text("output");
    const ProfileFormat format = profile_format(options, "format", output);
    const ReadOptions read = read_program_options(options);
    MachineOptions machine = read_machine_options(options, read.max_address);
    views::ProfileObserver observer(memory_of(options, machine));
    const Engine& engine = *find_engine(options.choice("engine").value_or("fast"));
    take_standard_input_once(file, options);
    const std::string text = read_text(file);
    note_interruptions();
    Program program = load_program(file, text, read, "profile");
    load_memory(options, read.max_address, program);
    if (const auto reason = too_large(engine, program)) throw InputError(file, *reason);
    take_order(options, program, machine);
    std::cerr << render_warnings(find_unassigned_variables(program), file, text);

    observer.begin(name_of(file), {profile_source(display_name(file), 0, text)});
    const auto run = [&](Observer* watching) {
        return run_until_interrupted(engine, program, machine, watching);
    };
    const auto [result, endless] = run(&observer);
    const std::string title = fmt::format("musimd profile {}", display_name(file));
    const views::Profile counted = observer.profile(format == ProfileFormat::folded);
    if (output)
        write_profile(counted, format, title, *output);
    else
        print_profile(counted, format, title, std::cout);
    const std::string race = race_note(result, program, run, file, text);
    std::cerr << run_messages(result, program, machine.printed, race, endless, file, text);
    return exit_status(result.outcome);
}

}  // namespace musimd::cli
