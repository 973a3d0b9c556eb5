// The options of musimd fuzz --lockstep.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutFuzzLockstep =
    "Prints random kernels of PMacc's lockstep model, reads them with the front end, and runs each on the\n"
    "machine under both thread models with eight numbers of workers, and several simdSizes and orders of "
    "the\n"
    "indices: the results must be those of a plain run of the same tree. From some kernels a barrier is\n"
    "removed; the race must be reported. A kernel that differs, crashes, hangs or is not read is reduced,\n"
    "printed, and written into a folder.\n\n"
    "Exit status: 0 all agree, 1 they do not, or a report could not be written, 2 bad command line, 130\n"
    "interrupted (the summary covers what was done so far).\n";

constexpr std::string_view kExamplesFuzzLockstep =
    "Examples:\n"
    "  musimd fuzz --lockstep                                          200 kernels\n"
    "  musimd fuzz --lockstep --mutants 100 --seconds 60               kernels without one barrier, for a "
    "minute\n"
    "  musimd fuzz --lockstep --count 100000 --shard 3/16 --out part-3 the third of 16 parts\n";

}  // namespace

Options declare_fuzz_lockstep() {
    Options options("fuzz --lockstep", "[DIR…]", kAboutFuzzLockstep, kExamplesFuzzLockstep);
    options.flag("lockstep", "random kernels of the lockstep model instead of programs");
    options.value("engines", "A,B",
                  "engines of the machine; the first runs all kernels, the others some (default fast,rules)");
    declare_plan_options(options, "kernels", 200);
    options.value("statements", "N", "approximate number of statements in a kernel (default 14)");
    options.value("mutants", "P", "percent of kernels from which a barrier is removed (default 30)");
    options.value("batch", "K", "kernels that one process runs (default 16)");
    options.value("reports", "N", "reduce the first N findings (default 10)");
    declare_campaign_options(options, "musimd-fuzz-lockstep");
    return options;
}

}  // namespace musimd::cli
