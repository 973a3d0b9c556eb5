// The `musimd` command: finds the subcommand and reports what it cannot do.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/engine.hpp"
#include "simulator/vector_extension.hpp"

namespace musimd::cli {
namespace {

constexpr Command kCommands[] = {
    {"run", "run a program and print its result", run},
    {"check", "check that conditionals and everywhere blocks are well nested", check},
    {"compile", "print a program as C++ or CUDA", compile},
    {"explore", "run a small program under every schedule, and print the results that differ", explore},
    {"test", "run programs that say what they expect (.expect)", test},
    {"fmt", "print a program in canonical assembly", format},
    {"fuzz", "run random programs on several engines, which must agree", fuzz},
    {"reduce", "make a program that shows a fault as small as it gets", reduce},
    {"spmd", "run a kernel of NSIMD's SPMD DSL, and compare it with other targets", spmd},
    {"doctor", "say what of the things that musimd can use is on this machine", doctor},
    {"cache", "show or clear the cache of compiled programs and kernels", cache},
    {"isa", "print the instruction table", isa},
};

void print_help(std::ostream& out) {
    out << "musimd: the reference machine for SIMD programs that diverge\n\n"
           "musimd COMMAND …\n\n"
           "Commands:\n";
    for (const Command& command : kCommands)
        out << fmt::format("  {:<7} {}\n", command.name, command.summary);
    out << "\n`musimd COMMAND --help` tells a command's options, with examples.\n\n"
           "First steps:\n"
           "  musimd run programs/paper/figure9.pl             a divergent program of the paper\n"
           "  musimd run programs/paper/figure9.pl --trace     the same, step by step, rule by rule\n"
           "  musimd test programs                             all programs that assert their results\n";
}

int unknown_command(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Command& command : kCommands) names.push_back(command.name);
    std::cerr << fmt::format("musimd: error: unknown command '{}'{}\nTry 'musimd --help'.\n", shown(name),
                             did_you_mean(name, names));
    return kBadInput;
}

int dispatch(const Arguments& arguments) {
    if (arguments.empty()) {
        print_help(std::cerr);
        return kBadInput;
    }
    if (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
        print_help(std::cout);
        return kOk;
    }
    if (arguments[0] == "--version") {
        std::cout << "musimd " MUSIMD_VERSION "\n";
        return kOk;
    }
    const auto command = std::ranges::find(kCommands, arguments[0], &Command::name);
    if (command == std::end(kCommands)) return unknown_command(arguments[0]);
    try {
        vector_extension();  // a bad MUSIMD_ISA is an error before anything is done
        return command->run(Arguments(arguments.begin() + 1, arguments.end()));
    } catch (const UsageError& error) {
        std::cerr << fmt::format("musimd {0}: error: {1}\nTry 'musimd {0} --help'.\n", command->name,
                                 error.message());
    } catch (const InputError& error) {
        std::cerr << error.message();
    } catch (const Unavailable& error) {
        std::cerr << fmt::format("musimd {}: error: {}", command->name, error.what());
    } catch (const std::runtime_error& error) {  // of the machine: no folder, no process, no device
        std::cerr << fmt::format("musimd {}: error: {}\n", command->name, error.what());
    } catch (const std::bad_alloc&) {
        std::cerr << fmt::format("musimd {}: error: out of memory\n", command->name);
    }
    return kBadInput;
}

}  // namespace
}  // namespace musimd::cli

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const int status = musimd::cli::dispatch({argv + 1, argv + argc});
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "musimd: error: standard output cannot be written\n";
        return musimd::cli::kBadInput;
    }
    return status;
}
