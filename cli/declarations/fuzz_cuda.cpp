// The options of musimd fuzz --cuda.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutFuzzCuda =
    "Prints random kernels of CUDA C++, reads them with the front end, and runs them on the machine under\n"
    "both models: the results must be those of a plain run of the same tree. Some kernels have one mistake,\n"
    "which the machine must report. Some are compiled by Clang and NVRTC, and all run on a GPU, if these\n"
    "are available. A kernel that differs, crashes, hangs or is not read is reduced, and written into a "
    "folder.\n\n"
    "Exit status: 0 all agree, 1 they do not, or a report could not be written, 2 bad command line, 130\n"
    "interrupted (the summary covers what was done so far).\n";

constexpr std::string_view kExamplesFuzzCuda =
    "Examples:\n"
    "  musimd fuzz --cuda                                          1000 kernels\n"
    "  musimd fuzz --cuda --mutants 100 --seconds 60               kernels with mistakes, for a minute\n"
    "  musimd fuzz --cuda --backends pocl,oclgrind --count 500     as OpenCL C on PoCL and Oclgrind\n"
    "  musimd fuzz --cuda --prove --statements 4 --engines fast    no run may contradict a proof\n"
    "  musimd fuzz --cuda --count 100000 --shard 3/16 --out part-3 the third of 16 parts\n";

}  // namespace

Options declare_fuzz_cuda() {
    Options options("fuzz --cuda", "[DIR…]", kAboutFuzzCuda, kExamplesFuzzCuda);
    options.flag("cuda", "random kernels of CUDA C++ instead of programs");
    options.value("engines", "A,B",
                  "engines of the machine; the first runs all kernels, the others some (default\n"
                  "fast,rules,native)");
    options.one_of("compilers", "WHICH", {"all", "none"},
                   "whether other compilers read some kernels, and a GPU runs them (default all)");
    options.value("backends", "A,B",
                  "run kernels without functions of warps on these, too: pocl, oclgrind (default none)");
    options.flag("prove", "prove each kernel within half a second, and attack by runs what is proved");
    declare_plan_options(options, "kernels", 1000);
    options.value("statements", "N", "approximate number of statements in a kernel (default 16)");
    options.value("mutants", "P", "percent of kernels with one deliberate mistake (default 30)");
    options.value("batch", "K", "kernels that one process runs (default 32; with --backends 64)");
    options.value("reports", "N", "reduce the first N findings (default 10)");
    declare_campaign_options(options, "musimd-fuzz-cuda");
    return options;
}

}  // namespace musimd::cli
