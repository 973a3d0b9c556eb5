#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "differential/harness/campaign.hpp"
#include "differential/harness/finding_text.hpp"
#include "differential/harness/json.hpp"
#include "differential/harness/summary.hpp"

// The report of a campaign of any kind: its findings as files, its summary as JSON, and the summary as a
// table.

namespace musimd::differential::harness {

/// The name of a finding's file: `difference-17-fast-simd.cu`.
template <typename C>
std::string file_name(const Kind<C>& kind, const Finding<C>& finding) {
    return file_stem(to_string(finding.fault), finding.number, finding.targets.front()) + kind.suffix();
}

/// The further files of a finding.
template <typename C>
std::vector<std::pair<std::string, std::string>> more_files(const Kind<C>& kind, const Finding<C>& finding) {
    return kind.more_files(finding,
                           file_stem(to_string(finding.fault), finding.number, finding.targets.front()));
}

/// The command that finds it again.
template <typename C>
std::string replay_command(const Kind<C>& kind, const Plan& plan, const Finding<C>& finding) {
    CommandText command(kind.command());
    command.option("seed", seed_of(plan, finding.number), std::uint64_t{0})
        .option("count", std::optional<std::uint64_t>(1));
    kind.add_shape(command);
    return command.text();
}

/// The file of a finding: the reduced case, after comments.
template <typename C>
std::string finding_source(const Kind<C>& kind, const Plan& plan, const Finding<C>& finding) {
    return fmt::format("// {}: {}\n{}// Found by: {}\n", words_for(finding.fault),
                       fmt::join(finding.targets, ", "), comment_of(finding.message),
                       replay_command(kind, plan, finding)) +
           kind.file_text(finding, file_name(kind, finding));
}

template <typename C>
Json finding_json(const Kind<C>& kind, const Plan& plan, const Finding<C>& finding) {
    const std::string file = file_name(kind, finding);
    Json json = {{"fault", to_string(finding.fault)},
                 {"targets", finding.targets},
                 {kind.name(), finding.number},
                 {kind.name() + "s", finding.cases},
                 {"what", finding.message},
                 {"outline", finding.outline},
                 {"command", replay_command(kind, plan, finding)},
                 {"file", file},
                 {"source", kind.source(finding.smallest)}};
    kind.add_members(json, finding, file);
    return json;
}

/// The members of `campaign` that all kinds have, with those of the shape.
Json campaign_json(const Plan& plan, const Json& shape, const std::vector<std::string>& targets,
                   std::string_view version);

/// The counters as members; `a/b` is the member b of a.
void add_counters(Json& json, const std::vector<Counter>& counters,
                  const std::map<std::string, std::uint64_t>& counts);

/// summary.json.
template <typename C>
Json summary_of(const Kind<C>& kind, const CampaignPlan& plan, const CampaignRun<C>& run,
                std::string_view version) {
    Json json = {{"format", 1},
                 {"campaign", campaign_json(plan, kind.shape(), kind.targets(), version)},
                 {"shards", Json::array({plan.shard})},
                 {"interrupted", run.interrupted},
                 {kind.name() + "s", run.cases}};
    add_counters(json, kind.counters(), run.counts);
    json["runs"] = run.runs;
    json["mismatches"] = run.mismatches;
    json["findings"] = Json::array();
    for (const Finding<C>& finding : run.findings)
        json["findings"].push_back(finding_json(kind, plan, finding));
    return json;
}

/// A summary as it was read, to be joined with those of other shards: numbers are added, and findings with
/// the same fault and outline are one.
struct CampaignSummary : SummaryHead {
    Json members;  ///< those after the head

    void read(const Json& json);
    void add(CampaignSummary part, const std::string& folder);
    void finish() {}

    Json json() const;
};

/// The summary for a terminal. `name` is that of a case.
std::string summary_table(const Json& summary, std::string_view name, const std::vector<Counter>& counters);

}  // namespace musimd::differential::harness
