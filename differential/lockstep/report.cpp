#include "differential/lockstep/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "differential/harness/command_text.hpp"
#include "differential/harness/finding_text.hpp"
#include "differential/harness/json.hpp"

namespace musimd::differential::lockstep {
namespace {

using harness::Json;
using harness::or_null;

/// The options that run the reduced kernel.
std::string annotation(const LockstepFinding& finding) {
    const Drawn& kernel = finding.smallest;
    std::set<std::uint32_t> workers;
    std::set<std::uint32_t> simd;
    for (const Instance& instance : kernel.instances) {
        workers.insert(instance.shape.workers);
        simd.insert(instance.shape.simd);
    }
    std::string text = fmt::format("// musimd: --grid {} --workers {} --simd {}\n", kernel.grid,
                                   fmt::join(workers, ","), fmt::join(simd, ","));
    for (const auto& [name, value] : arguments_of(kernel))
        text += fmt::format("// musimd: --arg {}={}\n", name, value);
    return text;
}

std::string run_command(const LockstepFinding& finding) {
    return fmt::format("musimd lockstep {}.cu", file_stem(finding));
}

Json json_of(const LockstepCampaign& campaign, const LockstepFinding& finding) {
    return {{"fault", to_string(finding.fault)},
            {"targets", finding.targets},
            {"kernel", finding.kernel},
            {"kernels", finding.kernels},
            {"mutation", finding.smallest.mutation},
            {"what", finding.what},
            {"command", replay_command(campaign, finding)},
            {"run", run_command(finding)},
            {"file", file_stem(finding) + ".cu"},
            {"source", source_of(finding.smallest)}};
}

}  // namespace

std::string file_stem(const LockstepFinding& finding) {
    return harness::file_stem(to_string(finding.fault), finding.kernel, finding.targets.front());
}

std::string replay_command(const LockstepCampaign& campaign, const LockstepFinding& finding) {
    const DrawnShape usual;
    return harness::CommandText("musimd fuzz --lockstep")
        .option("seed", seed_of(campaign, finding.kernel), std::uint64_t{0})
        .option("count", std::optional<std::uint64_t>(1))
        .option("statements", campaign.shape.statements, usual.statements)
        .option("mutants", campaign.shape.mutants, usual.mutants)
        .text();
}

std::string finding_source(const LockstepCampaign& campaign, const LockstepFinding& finding) {
    std::string text = fmt::format("// {}: {}\n", words_for(finding.fault), fmt::join(finding.targets, ", "));
    text += harness::comment_of(finding.what);
    if (!finding.smallest.mutation.empty())
        text += fmt::format("// It has a mistake: {}\n", finding.smallest.mutation);
    text += fmt::format("// Found by: {}\n// Run by: {}\n", replay_command(campaign, finding),
                        run_command(finding));
    return text + annotation(finding) + source_of(finding.smallest);
}

std::string summary_json(const LockstepCampaign& campaign, const LockstepCampaignRun& run,
                         std::string_view version) {
    Json targets = Json::array();
    for (const PlannedTarget& planned : campaign.targets) targets.push_back(planned.target.name());
    Json findings = Json::array();
    for (const LockstepFinding& finding : run.findings) findings.push_back(json_of(campaign, finding));
    const Json json = {{"format", 1},
                       {"campaign",
                        {{"version", version},
                         {"seed", campaign.seed},
                         {"count", or_null(campaign.count)},
                         {"seconds", campaign.count ? Json() : or_null(campaign.seconds)},
                         {"statements", campaign.shape.statements},
                         {"mutants", campaign.shape.mutants},
                         {"targets", std::move(targets)},
                         {"shards", campaign.shards}}},
                       {"shards", Json::array({campaign.shard})},
                       {"interrupted", run.interrupted},
                       {"kernels", run.kernels},
                       {"instances", run.instances},
                       {"without_barrier", run.mutants},
                       {"wrong", run.wrong},
                       {"runs", run.runs},
                       {"mismatches", run.mismatches},
                       {"findings", std::move(findings)}};
    return harness::text_of(json, 2);
}

std::string summary_table(const LockstepCampaign& campaign, const LockstepCampaignRun& run) {
    std::string text = fmt::format("{:>10}  kernels, {} instances{}\n", run.kernels, run.instances,
                                   run.interrupted ? ", interrupted" : "");
    for (const auto& [name, count] : run.runs) text += fmt::format("{:>10}  on {}\n", count, name);
    text += fmt::format("{:>10}  without one barrier\n{:>10}  with a race that must be found\n", run.mutants,
                        run.wrong);
    text += fmt::format("{:>10}  with a difference\n", run.mismatches);
    for (const LockstepFinding& finding : run.findings) {
        text +=
            fmt::format("\n{}: {} ({} kernels)\n    {}\n    {}\n    {}.cu\n\n{}", words_for(finding.fault),
                        fmt::join(finding.targets, ", "), finding.kernels,
                        finding.what.substr(0, finding.what.find('\n')), replay_command(campaign, finding),
                        file_stem(finding), source_of(finding.smallest));
    }
    return text;
}

}  // namespace musimd::differential::lockstep
