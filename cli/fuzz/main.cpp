// The part `musimd-fuzz`: random programs and kernels, and implementations by others.

#include "cli/command/command.hpp"
#include "cli/fuzz/test_implementation.hpp"

int main(int argc, char** argv) {
    using namespace musimd;
    static constexpr cli::CommandFunction kCommands[] = {
        {"fuzz", cli::fuzz},
        {"reduce", cli::reduce},
        {"test", cli::test_of_implementation},
    };
    return cli::run_command_line(argc, argv, kCommands);
}
