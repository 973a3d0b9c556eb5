#include "cli/fuzz/conformance_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/programs/test_report.hpp"
#include "isa/json_text.hpp"
#include "isa/reader.hpp"
#include "views/xml.hpp"

namespace musimd::cli {
namespace {

using ConformanceState = ConformanceRecord::State;
using ReportJson = nlohmann::ordered_json;

/// Programs by how they ended.
struct Tally {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    std::uint64_t skipped = 0;

    std::uint64_t programs() const { return passed + failed + skipped; }
    bool is_complete() const { return passed != 0 && failed == 0 && skipped == 0; }
    void add(ConformanceState state) {
        (state == ConformanceState::passed   ? passed
         : state == ConformanceState::failed ? failed
                                             : skipped) += 1;
    }
};

using Tallies = std::vector<std::pair<std::string, Tally>>;

/// A row for each name under which `is_of` counts a program.
template <typename IsOf>
Tallies tallies(const ConformanceReport& report, const std::vector<std::string_view>& names, IsOf is_of) {
    Tallies rows;
    for (const std::string_view name : names) {
        Tally tally;
        for (const ConformanceRecord& record : report.records)
            if (is_of(record, name)) tally.add(record.state);
        if (tally.programs() != 0) rows.emplace_back(name, tally);
    }
    return rows;
}

std::string_view title_level(const ConformanceRecord& record) {
    return to_string(record.levels.empty() ? ConformanceLevel::core : record.levels.back());
}

Tallies by_level(const ConformanceReport& report) {
    std::vector<std::string_view> names;
    for (const ConformanceLevelInfo& info : conformance_levels()) names.push_back(info.name);
    return tallies(report, names, [](const ConformanceRecord& record, std::string_view name) {
        return title_level(record) == name;
    });
}

Tallies by_tier(const ConformanceReport& report) {
    std::vector<std::string_view> names;
    for (const SizeTierInfo& info : size_tiers()) names.push_back(info.name);
    return tallies(report, names, [](const ConformanceRecord& record, std::string_view name) {
        return to_string(record.tier) == name;
    });
}

Tallies by_rule(const ConformanceReport& report) {
    std::vector<std::string_view> names = rule_names();
    for (const std::string_view trap : trap_names()) names.push_back(trap);
    return tallies(report, names, [](const ConformanceRecord& record, std::string_view name) {
        return std::ranges::find(record.rules, name) != record.rules.end();
    });
}

Tally overall(const ConformanceReport& report) {
    Tally tally;
    for (const ConformanceRecord& record : report.records) tally.add(record.state);
    return tally;
}

std::vector<std::string> lines_in(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

// ---- text

std::string tally_row(std::string_view name, const Tally& tally) {
    return fmt::format("{:<34}{:>8}{:>8}{:>8}{:>9}\n", name, tally.programs(), tally.passed, tally.failed,
                       tally.skipped);
}

std::string tally_table(std::string_view title, const Tallies& rows) {
    std::string text = fmt::format("{:<34}programs  passed  failed  skipped\n", title);
    for (const auto& [name, tally] : rows) text += tally_row(name, tally);
    return text + '\n';
}

std::string failure_text(const ConformanceReport& report) {
    std::string text;
    for (const ConformanceRecord& record : report.records) {
        if (record.state != ConformanceState::failed) continue;
        text += fmt::format("{} ({})\n", record.program, title_level(record));
        for (const std::string& line : lines_in(record.details)) text += fmt::format("    {}\n", line);
    }
    return text.empty() ? text : text + '\n';
}

std::string report_text(const ConformanceReport& report) {
    const Tally sum = overall(report);
    return failure_text(report) + tally_table("level", by_level(report)) +
           tally_table("size", by_tier(report)) + tally_table("rule or trap", by_rule(report)) +
           fmt::format("{} passed, {} failed, {} skipped{}\n", sum.passed, sum.failed, sum.skipped,
                       report.interrupted ? "; interrupted" : "");
}

// ---- JSON

ReportJson json_of(const Tally& tally) {
    return {{"programs", tally.programs()},
            {"passed", tally.passed},
            {"failed", tally.failed},
            {"skipped", tally.skipped}};
}

ReportJson json_of(const Tallies& rows) {
    ReportJson json = ReportJson::object();
    for (const auto& [name, tally] : rows) json[name] = json_of(tally);
    return json;
}

ReportJson json_of(const ConformanceRecord& record) {
    ReportJson json = {{"program", record.program}, {"levels", ReportJson::array()}};
    for (const ConformanceLevel level : record.levels) json["levels"].push_back(to_string(level));
    json["tier"] = to_string(record.tier);
    json["rules"] = record.rules;
    const bool is_failed = record.state == ConformanceState::failed;
    json["state"] = is_failed ? "failed" : record.state == ConformanceState::passed ? "passed" : "skipped";
    if (is_failed) json["differences"] = lines_in(record.details);
    if (record.state == ConformanceState::skipped) json["reason"] = record.details;
    return json;
}

std::string report_json(const ConformanceReport& report) {
    ReportJson json = {{"format", 1}, {"implementation", report.implementation}};
    const ReportJson counts = json_of(overall(report));
    json.update(counts);
    if (report.interrupted) json["interrupted"] = true;
    json["levels"] = json_of(by_level(report));
    json["tiers"] = json_of(by_tier(report));
    json["rules"] = json_of(by_rule(report));
    json["tests"] = ReportJson::array();
    for (const ConformanceRecord& record : report.records) json["tests"].push_back(json_of(record));
    return json_text(json, 1) + "\n";
}

// ---- TAP and JUnit, as of other tests

TestRecord test_record(const ConformanceRecord& record, std::string program, std::string engine) {
    using State = TestRecord::State;
    TestRecord test{std::move(program), std::move(engine), State::passed, {}, {}};
    if (record.state == ConformanceState::skipped) {
        test.state = State::skipped;
        test.reason = record.details;
    }
    if (record.state != ConformanceState::failed) return test;
    test.state = State::failed;
    for (const std::string& line : lines_in(record.details)) test.failures.push_back({0, line});
    return test;
}

TestReport test_report(const ConformanceReport& report) {
    const Tally sum = overall(report);
    TestReport tests;
    tests.passed = sum.passed;
    tests.failed = sum.failed;
    tests.skipped = sum.skipped;
    tests.interrupted = report.interrupted;
    return tests;
}

std::string report_tap(const ConformanceReport& report) {
    TestReport tests = test_report(report);
    for (const ConformanceRecord& record : report.records)
        tests.records.push_back(test_record(record, record.program, ""));
    std::string text = print_tests(tests, "tap");
    const auto add = [&](std::string_view title, const Tallies& rows) {
        for (const auto& [name, tally] : rows)
            text += fmt::format("# {} {}: {} passed, {} failed, {} skipped\n", title, name, tally.passed,
                                tally.failed, tally.skipped);
    };
    add("level", by_level(report));
    add("tier", by_tier(report));
    add("rule", by_rule(report));
    return text;
}

std::string report_junit(const ConformanceReport& report) {
    TestReport tests = test_report(report);
    for (const ConformanceRecord& record : report.records)
        tests.records.push_back(test_record(record, std::string(title_level(record)), record.program));
    return print_tests(tests, "junit");
}

// ---- the badge

/// Roughly the width of a text in 11 pixels of Verdana.
int text_width(std::string_view text) {
    return static_cast<int>(std::lround(6.6 * static_cast<double>(text.size()))) + 10;
}

std::string badge_text(const Tallies& levels, const Tally& sum) {
    const auto complete =
        std::ranges::count_if(levels, [](const auto& level) { return level.second.is_complete(); });
    std::string text = fmt::format("{} of {} levels", complete, conformance_levels().size());
    if (sum.failed != 0) text += fmt::format(", {} failed", sum.failed);
    return text;
}

}  // namespace

std::string print_conformance(const ConformanceReport& report, std::string_view format) {
    if (format == "json") return report_json(report);
    if (format == "tap") return report_tap(report);
    return format == "junit" ? report_junit(report) : report_text(report);
}

std::string conformance_badge(const ConformanceReport& report) {
    constexpr std::string_view kLabel = "musimd conformance";
    const Tally sum = overall(report);
    const std::string value = badge_text(by_level(report), sum);
    const std::string_view color = sum.failed != 0 ? "#c9442f" : sum.passed != 0 ? "#2f8f3f" : "#777777";
    const int left = text_width(kLabel);
    const int right = text_width(value);
    const auto words = [](int begin, int width, std::string_view text) {
        return fmt::format(
            "  <text x=\"{}\" y=\"14\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
            begin + 5, width - 10, views::escape_xml(text));
    };
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" role=\"img\" "
               "aria-label=\"{1}: {2}\">\n  <title>{1}: {2}</title>\n"
               "  <rect width=\"{0}\" height=\"20\" rx=\"3\" fill=\"{3}\"/>\n"
               "  <path d=\"M3 0h{4}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z\" fill=\"#444444\"/>\n"
               "  <g fill=\"#ffffff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n",
               left + right, kLabel, value, color, left - 3) +
           words(0, left, kLabel) + words(left, right, value) + "  </g>\n</svg>\n";
}

}  // namespace musimd::cli
