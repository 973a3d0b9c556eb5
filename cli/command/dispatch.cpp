// Finds the subcommand, runs it and reports its errors.

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/command/colours.hpp"
#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/failure_formats.hpp"
#include "cli/command/options.hpp"
#include "cli/command/parts.hpp"
#include "cli/command/version.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/vector_extension.hpp"

namespace musimd::cli {
namespace {

void print_help(std::ostream& out) {
    out << "musimd: the reference machine for SIMD programs that diverge\n\n"
           "musimd COMMAND …\n\n"
           "Commands:\n";
    for (const Command& command : commands())
        out << fmt::format("  {:<10} {}\n", command.name, command.summary);
    out << "\n`musimd COMMAND --help` prints a command's options, with examples.\n\n"
           "First steps:\n"
           "  musimd run programs/paper/figure9.pl             a divergent program of the paper\n"
           "  musimd run programs/paper/figure9.pl --trace     the same, step by step, rule by rule\n"
           "  musimd test programs                             all programs that state their expected "
           "results\n";
}

int unknown_command(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Command& command : commands()) names.push_back(command.name);
    names.insert(names.end(), {"--help", "--version"});
    std::cerr << fmt::format("musimd: error: unknown command '{}'{}\nTry 'musimd --help'.\n", shown(name),
                             did_you_mean(name, names));
    return kBadInput;
}

int dispatch(const Arguments& arguments, std::span<const CommandFunction> functions) {
    if (arguments.empty()) {
        print_help(std::cerr);
        return kBadInput;
    }
    if (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
        print_help(std::cout);
        return kOk;
    }
    if (arguments[0] == "--version") {
        std::cout << version_text(wants_json(arguments));
        return kOk;
    }
    const auto command = std::ranges::find(commands(), arguments[0], &Command::name);
    if (command == commands().end()) return unknown_command(arguments[0]);
    try {
        vector_extension();  // a bad MUSIMD_ISA is reported before any work
        const Arguments rest(arguments.begin() + 1, arguments.end());
        const auto mine = std::ranges::find(functions, command->name, &CommandFunction::name);
        return mine == functions.end() ? run_part(command->part, command->name, rest) : mine->run(rest);
    } catch (...) {
        const Arguments rest(arguments.begin() + 1, arguments.end());
        const std::string format = wanted_format(*command, rest);
        const Failure failure = current_failure(command->name);
        print_failure(failure, format == "json");
        std::cout << formatted_failure(failure, format, command->name, rest);
    }
    return kBadInput;
}

}  // namespace

int run_command_line(int argc, char** argv, std::span<const CommandFunction> functions) {
    std::ios::sync_with_stdio(false);
    const ColouredErrors colours(wants_colours({argv + 1, argv + argc}));
    const int status = dispatch({argv + 1, argv + argc}, functions);
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "musimd: error: standard output cannot be written\n";
        return kBadInput;
    }
    return status;
}

}  // namespace musimd::cli
