#include "views/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "isa/json_text.hpp"

namespace musimd::views {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxPath = 1'000;  // locations of a path, from its end

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~' || c == '/';
}

// A file as a URI (RFC 3986); a relative path is a relative reference. A file name can contain any byte.
std::string uri_of(std::string_view file) {
    if (file == "-") return "stdin";
    std::string uri = file.starts_with('/') ? "file://" : "";
    for (const char c : file) {
        if (is_unreserved(c)) {
            uri += c;
        } else {
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return uri;
}

Json json_of(const SarifLocation& location) {
    Json physical = {{"artifactLocation", {{"uri", uri_of(location.file)}}}};
    if (location.line != 0) physical["region"]["startLine"] = location.line;
    if (location.column != 0) physical["region"]["startColumn"] = location.column;
    Json json = {{"physicalLocation", std::move(physical)}};
    if (!location.message.empty()) json["message"]["text"] = location.message;
    return json;
}

Json json_of(const std::vector<SarifLocation>& path) {
    Json locations = Json::array();
    const std::size_t first = path.size() > kMaxPath ? path.size() - kMaxPath : 0;
    for (std::size_t i = first; i < path.size(); ++i) locations.push_back({{"location", json_of(path[i])}});
    Json flow;
    flow["threadFlows"] = Json::array({{{"locations", std::move(locations)}}});
    return Json::array({std::move(flow)});
}

std::vector<std::string> rules_of(const std::vector<SarifResult>& results) {
    std::vector<std::string> rules;
    for (const SarifResult& result : results) rules.push_back(result.rule);
    std::ranges::sort(rules);
    rules.erase(std::ranges::unique(rules).begin(), rules.end());
    return rules;
}

Json json_of(const SarifResult& result, const std::vector<std::string>& rules) {
    Json json = {{"ruleId", result.rule},
                 {"ruleIndex", std::ranges::lower_bound(rules, result.rule) - rules.begin()},
                 {"level", result.level},
                 {"message", {{"text", result.message}}}};
    if (!result.kind.empty()) json["kind"] = result.kind;
    if (!result.location.file.empty()) json["locations"] = Json::array({json_of(result.location)});
    for (const SarifLocation& location : result.related)
        json["relatedLocations"].push_back(json_of(location));
    if (!result.path.empty()) json["codeFlows"] = json_of(result.path);
    if (!result.baseline.empty()) json["baselineState"] = result.baseline;
    if (result.suppressed) json["suppressions"] = Json::array({{{"kind", "external"}}});
    if (!result.again.empty()) json["properties"]["again"] = result.again;
    return json;
}

// `sync-without-branch` as words.
Json described(const std::string& rule) {
    std::string words = rule;
    std::ranges::replace(words, '-', ' ');
    return {{"id", rule}, {"shortDescription", {{"text", words}}}};
}

}  // namespace

std::string sarif_log(const std::vector<SarifResult>& results, int exit_code, std::string_view version) {
    const std::vector<std::string> rules = rules_of(results);
    Json driver = {{"name", "musimd"}, {"version", version}, {"rules", Json::array()}};
    for (const std::string& rule : rules) driver["rules"].push_back(described(rule));
    Json run;
    run["tool"]["driver"] = std::move(driver);
    run["columnKind"] = "unicodeCodePoints";
    run["invocations"] =
        Json::array({{{"executionSuccessful", exit_code != kBadInputStatus}, {"exitCode", exit_code}}});
    run["results"] = Json::array();
    for (const SarifResult& result : results) run["results"].push_back(json_of(result, rules));
    Json log;
    log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    log["version"] = "2.1.0";
    log["runs"] = Json::array({std::move(run)});
    return json_text(log, 1) + "\n";
}

}  // namespace musimd::views
