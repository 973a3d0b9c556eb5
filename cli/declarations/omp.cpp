// The options of musimd omp.

#include <fmt/ranges.h>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutOmp =
    "Runs a C function of OpenMP loops on the machine under the two models of offloading: spmd, where the\n"
    "iterations of the outer loop are the lanes of a warp, and simd, where each is a warp of one active "
    "lane\n"
    "and the loops under `omp simd` use the others. Prints what each costs, and compares the results with\n"
    "each other and with those of C compilers, with and without OpenMP.\n\n"
    "Exit status: 0 all agree, 1 (or --error-exitcode) a finding, a difference, or a compiler that fails,\n"
    "2 bad input, 3 the step limit, 130 or 143 interrupted.\n";

constexpr std::string_view kExamplesOmp =
    "Arguments (--arg NAME=…) of numbers are the value (default 64), those of pointers the elements "
    "(default\n"
    "4096 random ones: floats from -1 to 1, integers from -100 to 100, unsigned ones from 0):\n"
    "  a=100  a=100:zeros  a=100:iota  a=1,2,3  a=between:LOW:HIGH:SEED[100]  a=random:SEED[100]  a=@FILE\n\n"
    "Options of Intel's compiler select the model: -fiopenmp -fopenmp-targets=spir64 is --model spmd, with\n"
    "-fopenmp-target-simd it is --model simd.\n\n"
    "Examples:\n"
    "  musimd omp programs/kernels/openmp/matrix_vector.c --function matrix_vector\n"
    "  musimd omp programs/kernels/openmp/matrix_vector.c --function matrix_vector --compilers clang-19\n"
    "  musimd omp programs/kernels/openmp/matrix_vector.c --function matrix_vector --model simd --emit asm\n";

}  // namespace

Options declare_omp() {
    Options options("omp", "FILE…", kAboutOmp, kExamplesOmp);
    options.value("function", "NAME", "the function (default main)");
    std::vector<std::string_view> models = {"spmd", "simd", "both"};
    models.insert(models.end(), kModelsAndAll.begin(), kModelsAndAll.end());
    options.one_of("model", "NAME", models,
                   fmt::format("the model of offloading: spmd, simd or both; or spmd with a model of\n"
                               "reconvergence: {}; all: every one of\nthese, compared (default both)",
                               fmt::join(kModels, ", ")));
    options.one_of("simd", "W", {"8", "16", "32"},
                   "the lanes of a warp under spmd: 8, 16 or 32 (default 16)");
    options.one_of("device", "NAME", {"arc", "max"},
                   "the hardware of the costs: arc has vectors of 8 lanes, max of 16 (default arc)");
    declare_source_options(options);
    options.value("seed", "S", "seed of random arguments without one (default 0)");
    options.one_of("engine", "NAME", engine_names(), "the engine that runs the machine (default fast)");
    options.value("max-steps", "N", "the step limit of a warp in a loop (default 10000000)");
    options.value("threads", "T", "threads of a parallel region that does not set them (default 8)");
    options.value("schedules", "N",
                  "orders of turns to try where threads synchronise by atomics or locks: ascending,\n"
                  "descending, random (default 50; loops: as many as take 100,000 steps)");
    options.value("schedule", "NAME",
                  "beside ascending, try this order of turns only: descending, or the seed of a random one");
    options.flag("as-scheduled", "report only races under the assignment of work to threads of the run");
    options.flag("unified", "the host and the device have one memory, so that no copies are missing");
    options.one_of("undefined", "trap|warn|zero", {"trap", "warn", "zero"},
                   "reading an element that was never written is a trap, or gives 0 with a warning (warn)\n"
                   "or without one (zero) (default trap)");
    options.flag(
        "continue",
        "show output, costs and results of the run that goes on after findings, not of the one that\n"
        "ends at the first");
    declare_view_options(options, "first show what each thread does at each line");
    declare_debug_launch(options);
    options.one_of("emit", "asm|c|tree", {"asm", "c", "tree"},
                   "instead of results, print the program of each parallel loop, the tree, or the function\n"
                   "as C in the order in which the machine computes");
    options.value("compilers", "LIST",
                  "C compilers to compare with, or none (default gcc,clang,icx, if installed)");
    options.value("limit", "SECONDS",
                  "give up on a compiler, or on the function that it compiled (default 60)");
    options.flag(
        "prove",
        "show for all numbers of iterations that no two iterations of a loop race, and that accesses\n"
        "are in their arrays, or find arguments (docs/prove.md)");
    options.list("assume", "CONDITION", "with --prove: C over the integer variables around the loops");
    options.list("length", "ARRAY=EXPRESSION", "with --prove: how many elements an array has");
    options.one_of("solver", "z3|cvc5", {"z3", "cvc5"},
                   "with --prove: the solver (default one that is installed)");
    declare_finding_options(options);
    options.value("json-file", "FILE",
                  "write the JSON object to the file, and print the tables; --json FILE.json is the same");
    return options;
}

}  // namespace musimd::cli
