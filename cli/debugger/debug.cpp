// musimd debug FILE

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/files.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/debugger/run.hpp"
#include "cli/programs/report.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutDebug =
    "Debugs a program, forwards and backwards: steps, breakpoints, changes, and why a thread\n"
    "sleeps, and where a value comes from (docs/debugger.md). Without --script and --command, commands are "
    "read\n"
    "from standard input; 'help' lists them. On a terminal there are history and completion, and Ctrl-C "
    "stops\n"
    "a run. A script is checked before any of it runs.\n\n"
    "Exit status: 0; 1 if a command of a script fails, which ends it; 2 bad input, command line or script;\n"
    "130 if a script is interrupted.\n";

constexpr std::string_view kExamplesDebug =
    "Examples:\n"
    "  musimd debug prog.asm                               interactively\n"
    "  musimd debug prog.asm --tui                         in the full-screen view\n"
    "  musimd debug prog.asm -e run -e 'why x@3'           to the end, then who wrote x of thread 3\n"
    "  musimd debug prog.asm -e 'break divergence' -e run  to the first branch at which threads disagree\n"
    "  musimd debug prog.asm -x session.txt                the commands of a file\n";

}  // namespace

Options declare_debug() {
    Options options("debug", "FILE", kAboutDebug, kExamplesDebug);
    declare_debugger_options(options);
    declare_program_options(options);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    declare_machine_options(options);
    return options;
}

int debug(const Arguments& arguments) {
    Options options = declare_debug();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const std::string& file = options.operands()[0];
    if (file == "-" && !options.has("script") && !options.has("command"))
        throw UsageError("the program cannot be standard input without '--script' or '--command'");
    if (file == "-" && options.text("script") == "-")
        throw UsageError("the program and --script cannot both be standard input");
    take_standard_input_once(file, options);
    const ReadOptions read = read_program_options(options);
    MachineOptions machine = read_machine_options(options, read.max_address);
    const std::string text = read_text(file);
    Program program = load_program(file, text, read, "debug");
    load_memory(options, read.max_address, program);
    take_order(options, program, machine);
    if (const auto reason = too_large(*find_engine("rules"), program)) throw InputError(file, *reason);
    DebugSource source;
    source.name = display_name(file);
    source.text = text;
    source.place = places_in(file, text);
    source.trap = [&](const Trap& trap) {
        return render_trap(trap, program, file, text) + waiting_notes(trap, program, file);
    };
    source.limit = [&](const Limit& limit) { return render_limit(limit, program, {}, file, text); };
    source.endless = [&](const Endless& endless, Label pc) {
        const Instruction none;
        const Instruction& next = pc < program.end() ? program.at(pc) : none;
        Limit limit;
        limit.line = next.line;
        limit.column = next.column;
        return render_endless(limit, endless, file, text);
    };
    return run_debugger(options, std::move(source), program, machine);
}

}  // namespace musimd::cli
