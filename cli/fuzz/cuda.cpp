// musimd fuzz --cuda

#include <fmt/format.h>

#include <iostream>
#include <system_error>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "differential/cuda/campaign.hpp"
#include "differential/cuda/report.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace of_cuda {
namespace {

using namespace differential;
using namespace kernels;
using namespace differential::cuda;

constexpr std::uint64_t kUsualCount = 1000;
constexpr std::string_view kUsualFolder = "musimd-fuzz-cuda";

constexpr std::uint64_t kOthersEvery = 16;   // the rules take about ten times as long
constexpr std::uint64_t kNativeEvery = 128;  // it compiles for half a second

std::vector<PlannedTarget> planned_targets(const Options& options) {
    std::vector<PlannedTarget> targets;
    for (const std::string& name : comma_list(options.text("engines").value_or("fast,rules,native"))) {
        const Engine* const engine = find_engine(name);
        if (engine == nullptr) throw invalid_choice("engines", name, engine_names());
        const std::uint64_t every = targets.empty() ? 1 : engine->shows_steps ? kOthersEvery : kNativeEvery;
        targets.push_back({{engine, ThreadModel::lockstep}, every});
        if (engine->shows_steps) targets.push_back({{engine, ThreadModel::volta}, every});
    }
    return targets;
}

void add_compilers(const Options& options, DrawnCampaign& campaign) {
    if (options.choice("compilers") == "none") return;
    std::vector<std::string> missing;
    campaign.compilers = source_compilers(missing);
    if (auto reason = why_no_gpu())
        missing.push_back(*reason);
    else
        campaign.has_gpu = true;
    for (const std::string& reason : missing)
        std::cerr << fmt::format("musimd fuzz: note: not compared: {}\n", reason);
}

DrawnCampaign read_drawn_campaign(const Options& options) {
    DrawnCampaign campaign;
    read_plan(options, kUsualCount, campaign);
    read_number(options, "statements", 1, 1'000, campaign.shape.statements);
    read_number(options, "mutants", 0, 100, campaign.shape.mutants);
    read_number(options, "batch", 1, 256, campaign.batch);
    read_number(options, "reports", 0, 1'000, campaign.reports);
    campaign.targets = planned_targets(options);
    if (const auto file = kernels::openmp::front_end_file(); !file)
        throw InputError(fmt::format("musimd fuzz: error: {}\n", file.error()));
    add_compilers(options, campaign);
    return campaign;
}

int fuzz_kernels(const Options& options) {
    const DrawnCampaign campaign = read_drawn_campaign(options);
    FindingsFolder folder(options, kUsualFolder);
    folder.create_named();
    note_interruptions();
    ProgressLine progress;
    const harness::Control how = control_of(options, progress);
    const harness::Stopwatch stopwatch;
    const DrawnCampaignRun run = run_campaign(campaign, how);
    progress.end("musimd fuzz: " + harness::rate_text(run.kernels, "kernels", stopwatch.seconds()));
    for (const DrawnFinding& finding : run.findings)
        folder.write(file_stem(finding) + ".cu", finding_source(campaign, finding));
    const std::string json = summary_json(campaign, run, MUSIMD_VERSION);
    folder.write_summary(json);
    std::cout << (options.has("json") ? json : summary_table(campaign, run));
    if (interrupted()) return kInterrupted;
    return run.mismatches != 0 || folder.failed() ? kFailed : kOk;
}

}  // namespace
}  // namespace of_cuda

int fuzz_cuda(const Arguments& arguments) {
    using namespace of_cuda;
    Options options = declare_fuzz_cuda();
    if (!options.parse(arguments, 0, 0)) return kOk;
    try {
        return fuzz_kernels(options);
    } catch (const std::system_error& error) {
        throw InputError(fmt::format("musimd fuzz: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli
