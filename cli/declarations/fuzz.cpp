// The options of musimd fuzz.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"
#include "differential/programs/generate/profiles.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutFuzz =
    "Runs random programs on several engines and compares all of their results. A program on which they\n"
    "differ, or on which one crashes or hangs, is reduced and written into a folder with the commands\n"
    "that run it again. With --merge, joins the summaries that the shards of a campaign left in the\n"
    "folders DIR.\n\n"
    "Exit status: 0 all agree, 1 they do not, or a report could not be written, 2 bad command line, 130\n"
    "interrupted (the summary covers what was done so far).\n";

constexpr std::string_view kExamplesFuzz =
    "Examples:\n"
    "  musimd fuzz                                                 17000 programs, 1000 of each profile\n"
    "  musimd fuzz --profile shuffle --seconds 60 --seed 7         one kind of program, for a minute\n"
    "  musimd fuzz --count 1000000 --shard 3/16 --out part-3       the third of 16 parts of a campaign\n"
    "  musimd fuzz --exhaustive 3                                  every program of up to 3 instructions\n"
    "  musimd fuzz --impl './mine {}' --profile structured         an implementation of your own\n"
    "  musimd fuzz --merge part-1 part-2 part-3 --json             the joined summary of several parts\n";

}  // namespace

Options declare_fuzz() {
    Options options("fuzz", "[DIR…]", kAboutFuzz, kExamplesFuzz);
    std::vector<std::string_view> names;
    for (const differential::ProfileInfo& profile : differential::kProfiles) names.push_back(profile.name);
    options.one_of("profile", "NAME", std::move(names),
                   "the kind of programs (default: all profiles in turn)");
    options.value("exhaustive", "K",
                  "instead of random programs, every small program of up to K instructions");
    declare_plan_options(options, "programs", 15000);
    options.value("engines", "A,B",
                  "two or more engines; each is compared with the first (default rules,fast)");
    declare_campaign_options(options, "musimd-fuzz");
    options.flag("dsl", "random kernels of the SPMD DSL instead of programs: see musimd fuzz --dsl --help");
    options.flag("omp",
                 "random loop nests of C with OpenMP instead of programs: see musimd fuzz --omp --help");
    options.flag("cuda", "random kernels of CUDA C++ instead of programs: see musimd fuzz --cuda --help");
    options.flag("lockstep",
                 "random kernels of PMacc's lockstep model instead of programs: see musimd fuzz --lockstep "
                 "--help");
    declare_implementation_options(options);
    options.value("reports", "N", "reduce and write the first N findings (default 10)");
    options.value("limit", "S",
                  "seconds for one program; longer runs count as hangs (default 60, "
                  "with --impl or --impl-server 30)");
    options.value("size", "N", "size of programs, about twice the number of statements (default 30)");
    options.value("depth", "N", "maximum nesting depth of statements (default 5)");
    options.value("mix", "NAME=N,…",
                  "how often each kind of statement occurs, overriding the profile (docs/generators.md)");
    options.value("threads", "N", "threads of every warp (default: mostly 1 to 8)");
    options.value("warps", "W", "warps of every grid (default: 1, but several in grids)");
    options.value("max-steps", "N", "the step limit of each warp (default 2000)");
    return options;
}

}  // namespace musimd::cli
