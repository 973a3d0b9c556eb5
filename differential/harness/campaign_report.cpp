#include "differential/harness/campaign_report.hpp"

#include <algorithm>
#include <iterator>

namespace musimd::differential::harness {
namespace {

constexpr const char* kHead[] = {"format", "campaign", "shards", "interrupted"};

/// Adds numbers, those of maps by key, to those of another shard.
void add_numbers(Json& to, const Json& part) {
    if (part.is_number_unsigned()) {
        to = to.is_null() ? part : Json(to.get<std::uint64_t>() + part.get<std::uint64_t>());
    } else if (part.is_object()) {
        if (to.is_null()) to = Json::object();
        for (const auto& [key, value] : part.items()) add_numbers(to[key], value);
    }
}

std::string plural_of(const Json& finding) {
    for (const auto& [key, value] : finding.items())
        if (key.ends_with('s') && finding.contains(key.substr(0, key.size() - 1))) return key;
    return {};
}

/// Adds a finding to those of other shards.
void add_finding(Json& findings, const Json& finding) {
    const auto known = std::ranges::find_if(findings, [&](const Json& other) {
        return !finding.at("outline").get<std::string>().empty() &&
               other.at("outline") == finding.at("outline") && other.at("fault") == finding.at("fault");
    });
    if (known == findings.end()) return findings.push_back(finding);
    const std::string cases = plural_of(finding);
    if (!cases.empty()) add_numbers((*known)[cases], finding.at(cases));
    for (const Json& target : finding.at("targets")) {
        Json& targets = (*known)["targets"];
        if (std::ranges::find(targets, target) == targets.end()) targets.push_back(target);
    }
}

std::string finding_lines(const Json& finding) {
    const auto text = [&](const char* member) { return finding.at(member).get<std::string>(); };
    const std::string message = text("what");
    const std::string cases = plural_of(finding);
    std::string lines =
        fmt::format("\n{}: {} ({} {})\n    {}\n    {}\n    {}\n", words_for(fault_named(text("fault"))),
                    fmt::join(finding.at("targets").get<std::vector<std::string>>(), ", "),
                    finding.at(cases).get<std::uint64_t>(), cases, message.substr(0, message.find('\n')),
                    text("command"), text("file"));
    if (!text("outline").empty()) lines += "\n" + text("source");  // a reduced one is short
    return lines;
}

}  // namespace

Json campaign_json(const Plan& plan, const Json& shape, const std::vector<std::string>& targets,
                   std::string_view version) {
    Json json = {{"version", version},
                 {"seed", plan.seed},
                 {"count", or_null(plan.count)},
                 {"seconds", plan.count ? Json() : or_null(plan.seconds)}};
    json.update(shape);
    json["targets"] = targets;
    json["shards"] = plan.shards;
    return json;
}

void add_counters(Json& json, const std::vector<Counter>& counters,
                  const std::map<std::string, std::uint64_t>& counts) {
    for (const Counter& counter : counters)
        json[counter.key] = counter.label.empty() ? Json::object() : Json(0);
    for (const auto& [name, count] : counts) {
        const std::size_t slash = name.find('/');
        if (slash == std::string::npos)
            json[name] = count;
        else
            json[name.substr(0, slash)][name.substr(slash + 1)] = count;
    }
}

void CampaignSummary::read(const Json& json) {
    for (const auto& [key, value] : json.items())
        if (std::ranges::find(kHead, key) == std::end(kHead)) members[key] = value;
    members.at("mismatches").get<std::uint64_t>();
    for (const Json& finding : members.at("findings")) finding.at("outline").get<std::string>();
}

void CampaignSummary::add(CampaignSummary part, const std::string& folder) {
    for (auto& [key, value] : part.members.items()) {
        if (key == "findings") {
            if (!members.contains(key)) members[key] = Json::array();
            for (Json& finding : value) {
                finding["file"] = folder + "/" + finding.at("file").get<std::string>();
                add_finding(members[key], finding);
            }
        } else {
            add_numbers(members[key], value);
        }
    }
}

Json CampaignSummary::json() const {
    Json json = {{"format", 1}, {"campaign", campaign}, {"shards", shards}, {"interrupted", interrupted}};
    json.update(members);
    return json;
}

std::string summary_table(const Json& summary, std::string_view name, const std::vector<Counter>& counters) {
    const auto number = [](const Json& value) { return value.get<std::uint64_t>(); };
    std::string text = fmt::format("{:>10}  {}s{}\n", number(summary.at(fmt::format("{}s", name))), name,
                                   summary.at("interrupted").get<bool>() ? ", interrupted" : "");
    for (const auto& [target, count] : summary.at("runs").items())
        text += fmt::format("{:>10}  on {}\n", number(count), target);
    for (const Counter& counter : counters) {
        const Json& value = summary.at(counter.key);
        if (!value.is_object()) {
            text += fmt::format("{:>10}  {}\n", number(value), counter.label);
            continue;
        }
        for (const auto& [part, count] : value.items())
            text += fmt::format("{:>14}  {}\n", number(count), part);
    }
    text += fmt::format("{:>10}  with a difference\n", number(summary.at("mismatches")));
    for (const Json& finding : summary.at("findings")) text += finding_lines(finding);
    return text;
}

}  // namespace musimd::differential::harness
