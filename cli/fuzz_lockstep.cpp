// musimd fuzz --lockstep

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <system_error>

#include "cli/campaign_options.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "differential/lockstep/drawn/campaign.hpp"
#include "differential/lockstep/drawn/report.hpp"
#include "differential/openmp/front_end.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using namespace differential;
using namespace differential::lockstep::drawn;

constexpr std::uint64_t kUsualKernels = 200;
constexpr std::string_view kUsualFolder = "musimd-fuzz-lockstep";

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
    Options options("fuzz --lockstep", "", kAboutFuzzLockstep, kExamplesFuzzLockstep);
    options.flag("lockstep", "random kernels of the lockstep model instead of programs");
    options.value("engines", "A,B",
                  "engines of the machine; the first runs all kernels, the others some (default fast,rules)");
    options.value("count", "N", "how many kernels (default 200)");
    options.value("seconds", "S", "how long to run, without --count");
    options.value("seed", "S", "of the campaign (default 0)");
    options.value("statements", "N", "approximate number of statements in a kernel (default 14)");
    options.value("mutants", "P", "percent of kernels from which a barrier is removed (default 30)");
    options.value("batch", "K", "kernels that one process runs (default 16)");
    options.value("jobs", "J", "parallel processes (default: one per core)");
    options.value("shard", "I/K", "run only part I of K parts, from 1");
    options.value("reports", "N", "reduce the first N findings (default 10)");
    options.value("out", "DIR",
                  "write summary.json and findings there (default: only findings, to musimd-fuzz-lockstep)");
    options.flag("json", "print the summary as one JSON object");
    return options;
}

namespace {

constexpr std::uint64_t kOthersEvery = 16;  // the rules take about ten times as long

std::vector<PlannedTarget> lockstep_targets(const Options& options) {
    std::vector<PlannedTarget> targets;
    std::vector<std::string_view> names;
    for (const Engine& engine : core_engines()) names.push_back(engine.name);
    for (const std::string& name : comma_list(options.text("engines").value_or("fast,rules"))) {
        if (std::ranges::find(names, name) == names.end()) throw invalid_choice("engines", name, names);
        const std::uint64_t every = targets.empty() ? 1 : kOthersEvery;
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta})
            targets.push_back({{find_engine(name), model}, every});
    }
    return targets;
}

LockstepCampaign read_lockstep_campaign(const Options& options) {
    LockstepCampaign campaign;
    read_plan(options, kUsualKernels, campaign);
    read_number(options, "statements", 1, 200, campaign.shape.statements);
    read_number(options, "mutants", 0, 100, campaign.shape.mutants);
    read_number(options, "batch", 1, 256, campaign.batch);
    read_number(options, "reports", 0, 1'000, campaign.reports);
    campaign.targets = lockstep_targets(options);
    if (const auto file = differential::openmp::front_end_file(); !file)
        throw InputError(fmt::format("musimd fuzz: error: {}\n", file.error()));
    return campaign;
}

int fuzz_lockstep_kernels(const Options& options) {
    const LockstepCampaign campaign = read_lockstep_campaign(options);
    FindingsFolder folder(options, kUsualFolder);
    folder.create_named();
    note_interruptions();
    ProgressLine progress;
    const harness::Control how = control_of(options, progress);
    const harness::Stopwatch stopwatch;
    const LockstepCampaignRun run = run_campaign(campaign, how);
    progress.end("musimd fuzz: " + harness::rate_text(run.kernels, "kernels", stopwatch.seconds()));
    for (const LockstepFinding& finding : run.findings)
        folder.write(file_stem(finding) + ".cu", finding_source(campaign, finding));
    const std::string json = summary_json(campaign, run, MUSIMD_VERSION);
    folder.write_summary(json);
    std::cout << (options.has("json") ? json : summary_table(campaign, run));
    if (interrupted()) return kInterrupted;
    return run.mismatches != 0 || folder.failed() ? kFailed : kOk;
}

}  // namespace

int fuzz_lockstep(const Arguments& arguments) {
    Options options = declare_fuzz_lockstep();
    if (!options.parse(arguments, 0, 0)) return kOk;
    try {
        return fuzz_lockstep_kernels(options);
    } catch (const std::system_error& error) {
        throw InputError(fmt::format("musimd fuzz: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli
