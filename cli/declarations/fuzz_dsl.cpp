// The options of musimd fuzz --dsl.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutFuzzDsl =
    "Runs random kernels of NSIMD's SPMD DSL on the machine and on backends, which must agree bit for\n"
    "bit. Kernels that differ, crash, hang or do not compile are reduced and grouped by defect. Each\n"
    "group gets a NAME.hpp with the smallest kernel, a NAME.cpp that shows the defect with NSIMD alone,\n"
    "and a NAME.txt. With --merge, joins the summaries that the shards of a campaign left in the folders\n"
    "DIR.\n\n"
    "Exit status: 0 all agree, 1 they do not, or a report could not be written, 2 bad command line, 130\n"
    "interrupted (the summary covers what was done so far).\n";

constexpr std::string_view kExamplesFuzzDsl =
    "Examples:\n"
    "  musimd fuzz --dsl                                          256 kernels on all backends that are "
    "there\n"
    "  musimd fuzz --dsl --backends nsimd-avx2 --seconds 600      one backend, for ten minutes\n"
    "  musimd fuzz --dsl --backends none --count 10000            the machine alone, to see its speed\n"
    "  musimd fuzz --dsl --count 9000 --shard 3/16 --out part-3   the third of 16 parts of a campaign\n"
    "  musimd fuzz --dsl --merge part-1 part-2 part-3             the joined summary of several parts\n";

}  // namespace

Options declare_fuzz_dsl() {
    Options options("fuzz --dsl", "[DIR…]", kAboutFuzzDsl, kExamplesFuzzDsl);
    options.flag("dsl", "random kernels of the DSL instead of programs");
    options.value("backends", "A,B",
                  "what the machine is compared with (default: all available, with g++ and clang++); or "
                  "none");
    options.one_of("bits", "W", {"8", "16", "32", "64"},
                   "the width of every kernel: 8, 16, 32 or 64 (default: all)");
    declare_plan_options(options, "kernels", 256);
    options.value("statements", "N", "approximate maximum number of statements in a kernel (default 20)");
    options.value("careful", "P",
                  "percent of kernels whose loops also terminate in lanes that do not run them (default 85)");
    options.value("scalars", "P", "percent of kernels with uniform parameters (default 40)");
    options.value("nested", "P", "percent of kernels that call functions inside expressions (default 30)");
    options.value("guarded", "P",
                  "percent of kernels that divide and shift where only active lanes may do so (default 25)");
    options.value("n", "N", "elements of every launch (default: near multiples of the vector lengths)");
    options.value("unroll", "U", "unroll factor of every launch on a CPU (default: 1, sometimes 2 to 4)");
    options.value("known", "P",
                  "percent of the kernels that match a known defect that are still run (default 10)");
    options.value("batch", "K", "kernels that are compiled together (default 128)");
    options.value("limit", "MS",
                  "processor time of one launch in ms; longer launches count as hangs (default 40)");
    declare_campaign_options(options, "musimd-fuzz-dsl");
    options.flag("fused", "also fma of floats, for backends that round once");
    return options;
}

}  // namespace musimd::cli
