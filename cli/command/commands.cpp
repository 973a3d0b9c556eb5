// The table of commands.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"

namespace musimd::cli {
namespace {

constexpr Command kCommands[] = {
    {"run", "run programs and print their results", declare_run},
    {"trace", "print, filter and convert a trace that 'run --trace-out' wrote", declare_trace},
    {"draw", "draw a run as a picture: threads over time, memory accesses, or the control-flow graph",
     declare_draw},
    {"profile", "count steps, lanes used, memory transactions and divergence by source line",
     declare_profile},
    {"debug", "debug a program forwards and backwards", declare_debug},
    {"derive", "print the derivation of a run, rule by rule", declare_derive},
    {"web", "write a web page that runs programs step by step", declare_web},
    {"grade", "grade answers to an exercise of the lessons", declare_grade},
    {"check", "check that conditionals and everywhere blocks are well nested", declare_check},
    {"analyze", "find what is the same in all threads, and which branches diverge", declare_analyze},
    {"compile", "print a program as C++ or CUDA", declare_compile},
    {"explore", "run a small program under every schedule, and print the results that differ",
     declare_explore},
    {"test", "run programs that state their expected results (.expect)", declare_test},
    {"serve", "run programs that other programs send, one per line", declare_serve},
    {"suite", "write the programs with their results, to test other implementations", declare_suite},
    {"fmt", "print a program in canonical assembly", declare_format},
    {"fuzz", "run random programs on several engines and compare the results", declare_fuzz, Part::fuzz},
    {"fuzz --dsl", "run random kernels of NSIMD's SPMD DSL on several targets and compare the results",
     declare_fuzz_dsl, Part::fuzz},
    {"fuzz --omp",
     "run random loop nests of C with OpenMP on the machine and by C compilers, and compare them",
     declare_fuzz_omp, Part::fuzz},
    {"fuzz --cuda", "run random kernels of CUDA C++ on the machine, and compare them with plain runs",
     declare_fuzz_cuda, Part::fuzz},
    {"fuzz --lockstep",
     "run random kernels of PMacc's lockstep model with several numbers of workers, and compare them",
     declare_fuzz_lockstep, Part::fuzz},
    {"reduce", "shrink a program that shows a fault", declare_reduce, Part::fuzz},
    {"spmd", "run a kernel of NSIMD's SPMD DSL and compare it with other targets", declare_spmd,
     Part::kernels},
    {"omp", "run a C function of OpenMP loops under both models of offloading", declare_omp, Part::kernels},
    {"cuda", "run a kernel of CUDA C++ on the machine, without a GPU", declare_cuda, Part::kernels},
    {"equivalent", "show that two kernels leave the same in memory, or find an input where they differ",
     declare_equivalent, Part::kernels},
    {"lockstep", "run a kernel of PMacc's lockstep model with several numbers of workers, and compare",
     declare_lockstep, Part::kernels},
    {"doctor", "report which optional tools are installed on this machine", declare_doctor},
    {"cache", "show or clear the cache of compiled programs and kernels", declare_cache},
    {"isa", "print the instruction table", declare_isa},
    {"completion", "print a completion script for bash, zsh or fish", declare_completion},
    {"man", "print a manual page", declare_man},
};

}  // namespace

std::span<const Command> commands() {
    return kCommands;
}

}  // namespace musimd::cli
