// musimd fuzz --lockstep

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <system_error>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "differential/lockstep/campaign.hpp"
#include "differential/lockstep/report.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace of_lockstep {
namespace {

using namespace differential;
using namespace kernels;
using namespace differential::lockstep;

constexpr std::uint64_t kUsualKernels = 200;
constexpr std::string_view kUsualFolder = "musimd-fuzz-lockstep";

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
    if (const auto file = kernels::openmp::front_end_file(); !file)
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
}  // namespace of_lockstep

int fuzz_lockstep(const Arguments& arguments) {
    using namespace of_lockstep;
    Options options = declare_fuzz_lockstep();
    if (!options.parse(arguments, 0, 0)) return kOk;
    try {
        return fuzz_lockstep_kernels(options);
    } catch (const std::system_error& error) {
        throw InputError(fmt::format("musimd fuzz: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli
