// The options of musimd fuzz --omp.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutFuzzOmp =
    "Runs random loop nests of C with OpenMP on the machine under both models, and compiled by C compilers\n"
    "with and without OpenMP, which must agree bit for bit. Some nests are printed as C and read by the\n"
    "front end, which must give the same tree. A nest that differs, crashes, hangs or does not compile is\n"
    "reduced, and written as C into a folder.\n\n"
    "Exit status: 0 all agree, 1 they do not, or a report could not be written, 2 bad command line, 130\n"
    "interrupted (the summary covers what was done so far).\n";

constexpr std::string_view kExamplesFuzzOmp =
    "Examples:\n"
    "  musimd fuzz --omp                                          256 nests on the machine, gcc and clang\n"
    "  musimd fuzz --omp --compilers none --count 10000           the machine alone\n"
    "  musimd fuzz --omp --seconds 600 --shard 3/16 --out part-3  the third of 16 parts, for ten minutes\n";

}  // namespace

Options declare_fuzz_omp() {
    Options options("fuzz --omp", "[DIR…]", kAboutFuzzOmp, kExamplesFuzzOmp);
    options.flag("omp", "random loop nests of C with OpenMP instead of programs");
    options.value("compilers", "A,B",
                  "commands that compile C, at -O0 and -O3, with -fopenmp and without (default: gcc and\n"
                  "clang, if installed); or none");
    options.value("engines", "A,B",
                  "engines of the machine; the first runs all nests under all models, the others some\n"
                  "(default fast,rules,native)");
    declare_plan_options(options, "nests", 256);
    options.value("statements", "N", "approximate number of statements in a parallel loop (default 12)");
    options.value("loops", "N", "parallel loops at most (default 3)");
    options.value("batch", "K", "nests that are compiled together (default 64)");
    options.value("limit", "MS", "processor time of one compiled nest in ms (default 5000)");
    options.value("reports", "N", "reduce the first N findings (default 10)");
    declare_campaign_options(options, "musimd-fuzz-omp");
    return options;
}

}  // namespace musimd::cli
