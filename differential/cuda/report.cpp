#include "differential/cuda/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "differential/harness/command_text.hpp"
#include "differential/harness/finding_text.hpp"
#include "differential/harness/json.hpp"

namespace musimd::differential::cuda {
namespace {

using harness::Json;
using harness::or_null;

/// The command that runs the reduced kernel.
std::string run_command(const DrawnFinding& finding) {
    const Drawn& kernel = finding.smallest;
    std::string text = fmt::format("musimd cuda {}.cu --grid {} --block {}", file_stem(finding),
                                   fmt::join(kernel.grid, ","), fmt::join(kernel.block, ","));
    if (const auto bytes = dynamic_bytes(kernel); bytes != 0) text += fmt::format(" --shared {}", bytes);
    for (const auto& [name, value] : arguments_of(kernel)) text += fmt::format(" --arg '{}={}'", name, value);
    return text + " --engine all";
}

Json json_of(const DrawnCampaign& campaign, const DrawnFinding& finding) {
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

std::string file_stem(const DrawnFinding& finding) {
    return harness::file_stem(to_string(finding.fault), finding.kernel, finding.targets.front());
}

std::string replay_command(const DrawnCampaign& campaign, const DrawnFinding& finding) {
    const DrawnShape usual;
    return harness::CommandText("musimd fuzz --cuda")
        .option("seed", seed_of(campaign, finding.kernel), std::uint64_t{0})
        .option("count", std::optional<std::uint64_t>(1))
        .option("statements", campaign.shape.statements, usual.statements)
        .option("mutants", campaign.shape.mutants, usual.mutants)
        .text();
}

std::string finding_source(const DrawnCampaign& campaign, const DrawnFinding& finding) {
    std::string text = fmt::format("// {}: {}\n", words_for(finding.fault), fmt::join(finding.targets, ", "));
    text += harness::comment_of(finding.what);
    if (!finding.smallest.mutation.empty())
        text += fmt::format("// It has a mistake: {}\n", finding.smallest.mutation);
    text += fmt::format("// Found by: {}\n// Run by: {}\n\n", replay_command(campaign, finding),
                        run_command(finding));
    return text + source_of(finding.smallest);
}

std::string summary_json(const DrawnCampaign& campaign, const DrawnCampaignRun& run,
                         std::string_view version) {
    Json targets = Json::array();
    for (const PlannedTarget& planned : campaign.targets) targets.push_back(planned.target.name());
    Json findings = Json::array();
    for (const DrawnFinding& finding : run.findings) findings.push_back(json_of(campaign, finding));
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
                       {"wrong", run.wrong},
                       {"mistakes", run.mistakes},
                       {"runs", run.runs},
                       {"mismatches", run.mismatches},
                       {"findings", std::move(findings)}};
    return harness::text_of(json, 2);
}

std::string summary_table(const DrawnCampaign& campaign, const DrawnCampaignRun& run) {
    std::string text =
        fmt::format("{:>10}  kernels{}\n", run.kernels, run.interrupted ? ", interrupted" : "");
    for (const auto& [name, count] : run.runs) text += fmt::format("{:>10}  on {}\n", count, name);
    text += fmt::format("{:>10}  with a mistake that must be found\n", run.wrong);
    for (const auto& [name, count] : run.mistakes) text += fmt::format("{:>14}  {}\n", count, name);
    text += fmt::format("{:>10}  with a difference\n", run.mismatches);
    for (const DrawnFinding& finding : run.findings) {
        text += fmt::format("\n{}: {} ({} kernels)\n    {}\n    {}\n    {}.cu\n", words_for(finding.fault),
                            fmt::join(finding.targets, ", "), finding.kernels,
                            finding.what.substr(0, finding.what.find('\n')),
                            replay_command(campaign, finding), file_stem(finding));
    }
    return text;
}

}  // namespace musimd::differential::cuda
