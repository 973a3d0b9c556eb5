// The part `musimd-kernels`: the commands for kernels, and what kernels add to those of the program itself.

#include "cli/command/command.hpp"
#include "cli/kernels/commands.hpp"

int main(int argc, char** argv) {
    using namespace musimd;
    static constexpr cli::CommandFunction kCommands[] = {
        {"cuda", cli::cuda},
        {"omp", cli::omp},
        {"spmd", cli::spmd},
        {"lockstep", cli::lockstep},
        {"equivalent", cli::equivalent},
        {"compile", cli::compile_kernel},
        {"doctor", cli::doctor_with_kernels},
        {"web", cli::web_with_kernels},
    };
    return cli::run_command_line(argc, argv, kCommands);
}
