// The program `musimd`: the commands for programs of the machine.

#include "cli/command/command.hpp"

int main(int argc, char** argv) {
    using namespace musimd;
    static constexpr cli::CommandFunction kCommands[] = {
        {"run", cli::run},         {"trace", cli::trace},           {"draw", cli::draw},
        {"profile", cli::profile}, {"debug", cli::debug},           {"derive", cli::derive},
        {"web", cli::web},         {"grade", cli::grade},           {"check", cli::check},
        {"analyze", cli::analyze}, {"compile", cli::compile},       {"explore", cli::explore},
        {"test", cli::test},       {"serve", cli::serve},           {"suite", cli::suite},
        {"fmt", cli::format},      {"doctor", cli::doctor},         {"cache", cli::cache},
        {"isa", cli::isa},         {"completion", cli::completion}, {"man", cli::man},
    };
    return cli::run_command_line(argc, argv, kCommands);
}
