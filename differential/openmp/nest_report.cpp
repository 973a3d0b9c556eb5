#include "differential/openmp/nest_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "differential/harness/command_text.hpp"
#include "differential/harness/finding_text.hpp"
#include "differential/harness/json.hpp"
#include "dsl/openmp/c_expression.hpp"

namespace musimd::differential::openmp {
namespace {

using harness::Json;
using harness::or_null;

/// `static int a1[1536] = {[3] = 7, [4] = 1};`, without the elements that are 0.
std::string array_text(const dsl::KernelBuffer& buffer, const std::vector<std::uint64_t>& patterns) {
    std::string elements;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (patterns[i] == 0) continue;
        const dsl::Expr literal = dsl::literal(buffer.element, patterns[i]);
        elements +=
            fmt::format("{}[{}] = {}", elements.empty() ? "" : ", ", i, dsl::openmp::c_literal(*literal));
    }
    return fmt::format("static {} {}[{}] = {{{}}};\n", dsl::openmp::c_type(buffer.element), buffer.name,
                       patterns.size(), elements.empty() ? "0" : elements);
}

std::string call_text(const NestCase& nest) {
    std::string arguments;
    for (std::size_t p = 0; p < nest.function.parameters.size(); ++p) {
        const auto& parameter = nest.function.parameters[p];
        if (p != 0) arguments += ", ";
        arguments += parameter.buffer
                         ? parameter.name
                         : dsl::openmp::c_literal(*dsl::literal(parameter.type, nest.arguments.numbers[p]));
    }
    return fmt::format("    nest({});\n", arguments);
}

std::string print_text(const dsl::KernelBuffer& buffer, std::size_t size) {
    return fmt::format("    for (int i = 0; i < {}; i++) printf(\"{}[%d] = {}\\n\", i, {}{}[i]);\n", size,
                       buffer.name, is_float(buffer.element) ? "%a" : "%lld",
                       is_float(buffer.element) ? "" : "(long long)", buffer.name);
}

std::string main_text(const NestCase& nest) {
    std::string text = "\n#ifdef MAIN\n#include <stdio.h>\n";
    std::string prints;
    for (std::size_t b = 0; b < nest.function.buffers.size(); ++b) {
        text += array_text(nest.function.buffers[b], nest.arguments.buffers[b]);
        prints += print_text(nest.function.buffers[b], nest.arguments.buffers[b].size());
    }
    return text + fmt::format("int main(void) {{\n{}{}}}\n#endif\n", call_text(nest), prints);
}

Json json_of(const NestCampaign& campaign, const NestFinding& finding) {
    return {{"fault", to_string(finding.fault)},
            {"targets", finding.targets},
            {"nest", finding.nest},
            {"nests", finding.nests},
            {"what", finding.what},
            {"outline", finding.outline},
            {"command", replay_command(campaign, finding)},
            {"file", file_stem(finding) + ".c"},
            {"source", c_source(finding.smallest, "nest")}};
}

}  // namespace

std::string file_stem(const NestFinding& finding) {
    return harness::file_stem(to_string(finding.fault), finding.nest, finding.targets.front());
}

std::string replay_command(const NestCampaign& campaign, const NestFinding& finding) {
    const NestShape usual;
    return harness::CommandText("musimd fuzz --omp")
        .option("seed", seed_of(campaign, finding.nest), std::uint64_t{0})
        .option("count", std::optional<std::uint64_t>(1))
        .option("statements", campaign.shape.statements, usual.statements)
        .option("loops", campaign.shape.loops, usual.loops)
        .text();
}

std::string finding_source(const NestCampaign& campaign, const NestFinding& finding) {
    std::string text = fmt::format("// {}: {}\n", words_for(finding.fault), fmt::join(finding.targets, ", "));
    text += harness::comment_of(finding.what);
    text += fmt::format("// Found by: {}\n", replay_command(campaign, finding));
    text +=
        "// With its arguments, and the arrays after it: cc -DMAIN -ffp-contract=off THIS.c -lm && "
        "./a.out\n\n";
    return text + c_source(finding.smallest, "nest") + main_text(finding.smallest);
}

std::string summary_json(const NestCampaign& campaign, std::span<const PlannedTarget> targets,
                         const NestCampaignRun& run, std::string_view version) {
    Json names = Json::array();
    for (const PlannedTarget& planned : targets) names.push_back(planned.target->name());
    Json findings = Json::array();
    for (const NestFinding& finding : run.findings) findings.push_back(json_of(campaign, finding));
    const Json json = {{"format", 1},
                       {"campaign",
                        {{"version", version},
                         {"seed", campaign.seed},
                         {"count", or_null(campaign.count)},
                         {"seconds", campaign.count ? Json() : or_null(campaign.seconds)},
                         {"statements", campaign.shape.statements},
                         {"loops", campaign.shape.loops},
                         {"targets", std::move(names)},
                         {"shards", campaign.shards}}},
                       {"shards", Json::array({campaign.shard})},
                       {"interrupted", run.interrupted},
                       {"nests", run.nests},
                       {"runs", run.runs},
                       {"trips", run.trips},
                       {"mismatches", run.mismatches},
                       {"findings", std::move(findings)}};
    return harness::text_of(json, 2);
}

std::string summary_table(const NestCampaign& campaign, const NestCampaignRun& run) {
    std::string text = fmt::format("{:>10}  nests{}\n", run.nests, run.interrupted ? ", interrupted" : "");
    for (const auto& [name, count] : run.runs) text += fmt::format("{:>10}  on {}\n", count, name);
    if (campaign.trip_every != 0) text += fmt::format("{:>10}  to C and back\n", run.trips);
    text += fmt::format("{:>10}  with a difference\n", run.mismatches);
    for (const NestFinding& finding : run.findings) {
        text += fmt::format("\n{}: {} ({} nests)\n    {}\n    {}\n    {}.c\n", words_for(finding.fault),
                            fmt::join(finding.targets, ", "), finding.nests,
                            finding.what.substr(0, finding.what.find('\n')),
                            replay_command(campaign, finding), file_stem(finding));
    }
    return text;
}

}  // namespace musimd::differential::openmp
