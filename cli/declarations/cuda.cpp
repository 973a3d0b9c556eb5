// The options of musimd cuda.

#include <fmt/ranges.h>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutCuda =
    "Runs a kernel of CUDA C++ on the machine, without a GPU: under lockstep, where the threads of a warp "
    "run\n"
    "together as before Volta, and under volta, where each thread runs by itself. Reports races, barriers "
    "that\n"
    "threads skip, wrong masks, accesses outside of arrays, reads of what was never written, and results "
    "that\n"
    "depend on the model. No toolkit is needed.\n\n"
    "Exit status: 0 nothing is wrong, 1 (or --error-exitcode) a finding or a difference, 2 bad input, 3 the\n"
    "step limit, or something unknown of --prove, 4 a run contradicts a proof, 130 or 143 interrupted.\n";

constexpr std::string_view kExamplesCuda =
    "Anything not given has a default that the report states: all kernels of the file, one block of 32\n"
    "threads, pointers to small random elements, four times as many as there are threads, and scalars equal "
    "to\n"
    "the number of threads; then also 0, 1 and one less, because equal scalars hide errors. A file states "
    "its\n"
    "own options in lines `// musimd: --block 64 --arg n=100`; those of the command line come first.\n"
    "Arguments (--arg NAME=…) of pointers, of arrays of the device, and of members as s.n:\n"
    "  a=100  a=zeros:100  a=iota:100  a=random:100  a=random:-5..5:100  a=1,2,3  a=FILE.npy  a=@FILE\n\n"
    "Options of nvcc are understood: -std, -x, -l, -L, -Xcompiler and -Xlinker are for host code, and those\n"
    "that select an architecture or optimize have no effect. musimd-nvcc replaces nvcc in a Makefile.\n\n"
    "Examples:\n"
    "  musimd cuda reduce.cu\n"
    "  musimd cuda reduce.cu --kernel reduce --grid 4 --block 128 --arg n=500 --arg in=500:iota\n"
    "  musimd cuda reduce.cu --model volta --json\n";

}  // namespace

Options declare_cuda() {
    Options options("cuda", "FILE… [-- ARGUMENT…]", kAboutCuda, kExamplesCuda);
    options.value("kernel", "NAME",
                  "the kernel, which may be an instance k<int> of a template (default all of the file)");
    options.value("grid", "X[,Y[,Z]]", "the blocks of the grid (default 1)");
    options.value("block", "X[,Y[,Z]]", "the threads of a block (default 32)");
    options.value("shared", "BYTES",
                  "the bytes of `extern __shared__` arrays (default an element for each thread)");
    options.value("resident", "N",
                  "blocks that run at once, at most; the others run after them (default all)");
    options.value("sample", "BLOCKS",
                  "of each grid, run only so many blocks, spread from the first to the last (default all)");
    options.value("warp", "N", "the threads of a warp (default 32)");
    options.one_of("model", "NAME", kModelsBothAndAll,
                   fmt::format("the model of reconvergence: {}; both: lockstep and volta, compared;\n"
                               "all: every model, compared (default both)",
                               fmt::join(kModels, ", ")));
    declare_source_options(options);
    options.one_of("reader", "clang|small", {"clang", "small"},
                   "what reads the kernel: Clang, or musimd's own reader of a part of CUDA C++,\n"
                   "docs/kernel-language.md (default clang, if it is installed)");
    options.value("elements", "N", "number of elements for pointers that are not given");
    options.value("seed", "S", "seed of random arguments without one (default 0)");
    options.one_of(
        "engine", "NAME", {"auto", "fast", "rules", "both", "all"},
        "the engine that runs the machine: fast or rules; auto is fast, and compiles long runs; both\n"
        "compares fast with rules, all compares what stops with native under lockstep, and with a GPU if\n"
        "there is one (default auto)");
    options.value("max-steps", "N",
                  "the step limit of a warp, or of a thread under volta (default 10000000)");
    options.value("limit", "SECONDS",
                  "for programs: how long host code may take between two calls (default 300); with --prove:\n"
                  "the time for each obligation (default 10)");
    options.one_of("emit", "asm|tree", {"asm", "tree"},
                   "print the program, or the kernel as a tree, instead of results");
    options.one_of(
        "undefined", "trap|warn|zero", {"trap", "warn", "zero"},
        "reading memory that was never written is a finding (trap), or gives 0 with a warning (warn)\n"
        "or without one (zero) (default trap)");
    options.one_of("races", "all|different", {"all", "different"},
                   "which races are findings: all, or all but two writes of the same value (default all)");
    options.value(
        "schedules", "N",
        "orders of turns to try for kernels that synchronise by atomics, until one shows a finding:\n"
        "ascending, descending, random (default 4, of launches of up to 100,000 steps), and uneven ones");
    options.value(
        "schedule", "NAME",
        "run one order of turns: ascending, descending, the seed of a random one, uneven and a seed, or\n"
        "the turns themselves, as findings of --explore name them");
    options.flag("explore",
                 "run each launch that ends within 10,000 steps in all schedules that differ\n"
                 "(docs/exploring.md)");
    options.value("max-schedules", "N", "with --explore: at most so many of a launch (default 10000)");
    options.one_of(
        "volatile", "warn|plain|relaxed", {"warn", "plain", "relaxed"},
        "races of accesses to volatile objects, which PTX executes as relaxed atomics, are warnings,\n"
        "findings (plain), or nothing (relaxed) (default warn)");
    options.flag("continue", "go on after undefined behaviour such as races; report each distinct finding");
    declare_view_options(options, "first show what each thread does at each line");
    declare_debug_launch(options);
    options.list("host-option", "OPTION",
                 "for programs: an option for the compiler or the linker of host code, as =-fopenmp or =-lm");
    options.flag("prove",
                 "show for all launches, arguments and contents that no threads race, that no barrier is one "
                 "that some\n"
                 "threads miss, and that accesses are in their arrays; or find a launch (docs/prove.md)");
    options.list(
        "assume", "CONDITION",
        "with --prove: C over integer parameters, blockDim and gridDim; or, of contents, distinct(a),\n"
        "sorted(a), LOW <= a[*], a[*] < HIGH");
    options.list("length", "ARRAY=EXPRESSION", "with --prove: how many elements an array has");
    options.one_of(
        "solver", "z3|cvc5|both", {"z3", "cvc5", "both"},
        "with --prove: the solver, or both, of which each confirms the other (default one that is\n"
        "installed)");
    options.flag("arithmetic",
                 "with --prove: also that nothing overflows, is divided by 0, or is shifted too far");
    options.flag("any-launch", "with --prove: for all launches, not for those in the host code");
    options.value("prove-limit", "SECONDS",
                  "with --prove: the time for all obligations; a third of it more for runs (default 60)");
    options.one_of("unknown", "error", {"error"},
                   "with --prove: what is unknown is an error, as what is refuted");
    options.value("attack", "N", "with --prove: run N random launches, which must not contradict a proof");
    options.flag("also-run", "with --prove: then run the kernel as without --prove");
    options.value("questions", "FOLDER",
                  "with --prove: write each question to the solver into a file of the folder");
    options.flag("no-cache", "with --prove: ask again what an earlier run has found impossible");
    options.flag("leaks", "for programs: device memory that is never freed is an error, not a note");
    options.flag("syntax-only", "read the files, print their errors, and run nothing");
    options.flag("stats", "count the grids that device code launches, their warps, and their steps");
    declare_finding_options(options);
    return options;
}

}  // namespace musimd::cli
