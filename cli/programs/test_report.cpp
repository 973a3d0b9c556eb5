#include "cli/programs/test_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "isa/json_text.hpp"
#include "views/xml.hpp"

namespace musimd::cli {
namespace {

using Json = nlohmann::ordered_json;
using State = TestRecord::State;
using views::escape_xml;

// ---- text

std::string coverage_text(const CoverageTable& table) {
    std::string text = "programs that exercise each rule and trap\n";
    for (const auto& [name, count] : table.rows()) text += fmt::format("{:>6}  {}\n", count, name);
    const auto never = table.never();
    if (!never.empty()) text += fmt::format("never exercised: {}\n", fmt::join(never, ", "));
    return text;
}

std::string text(const TestReport& report) {
    const std::string skipped =
        report.skipped == 0 ? ""
                            : fmt::format(", {} skipped: the engine does not support them", report.skipped);
    const std::string fallbacks =
        report.fallbacks == 0
            ? ""
            : fmt::format("; {} ran on fast because the compiler failed on them", report.fallbacks);
    return (report.covers ? coverage_text(report.coverage) : "") +
           fmt::format("{} passed, {} failed{}{}{}\n", report.passed, report.failed, skipped, fallbacks,
                       report.interrupted ? "; interrupted" : "");
}

// ---- JSON

Json json_of(const TestRecord& record) {
    Json json = {{"program", record.program}};
    json["engine"] = record.engine.empty() ? Json() : Json(record.engine);
    if (record.state == State::skipped) {
        json["skipped"] = record.reason;
        return json;
    }
    json["passed"] = record.state == State::passed;
    json["failures"] = Json::array();
    for (const TestFailure& failure : record.failures) {
        json["failures"].push_back(
            {{"line", failure.line == 0 ? Json() : Json(failure.line)}, {"message", failure.message}});
    }
    if (!record.ran_on.empty()) json["ran_on"] = record.ran_on;
    return json;
}

std::string json(const TestReport& report) {
    Json json = {{"format", 1}, {"passed", report.passed}, {"failed", report.failed}};
    if (report.skipped != 0) json["skipped"] = report.skipped;
    json["tests"] = Json::array();
    for (const TestRecord& record : report.records) json["tests"].push_back(json_of(record));
    if (report.covers) {
        json["coverage"] = Json::object();
        for (const auto& [name, count] : report.coverage.rows()) json["coverage"][name] = count;
    }
    return json_text(json, 1) + "\n";
}

// ---- TAP

// `prog.asm (engine fast)` on one line. TAP reads `#` as the start of a directive, and `\` as an escape.
std::string tap_description(const TestRecord& record) {
    const std::string name =
        record.engine.empty() ? record.program : fmt::format("{} (engine {})", record.program, record.engine);
    std::string escaped;
    for (const char c : shown(name, name.size())) {
        if (c == '#' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

// YAML, written as JSON (a subset of YAML), one line per member.
std::string tap_diagnostics(const TestRecord& record) {
    std::string text = "  ---\n  failures:\n";
    for (const TestFailure& failure : record.failures) {
        text += fmt::format("    - line: {}\n      message: {}\n",
                            failure.line == 0 ? "null" : std::to_string(failure.line),
                            json_text(Json(failure.message)));
    }
    return text + "  ...\n";
}

std::string one_line(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return shown(text, text.size());
}

std::string tap(const TestReport& report) {
    std::string text = fmt::format("TAP version 14\n1..{}\n", report.records.size());
    for (std::size_t i = 0; i < report.records.size(); ++i) {
        const TestRecord& record = report.records[i];
        const bool ok = record.state == State::passed || record.state == State::skipped;
        text += fmt::format("{} {} - {}", ok ? "ok" : "not ok", i + 1, tap_description(record));
        if (record.state == State::skipped) text += " # SKIP " + one_line(record.reason);
        text += '\n';
        if (!ok) text += tap_diagnostics(record);
    }
    if (report.covers) {
        for (const auto& [name, count] : report.coverage.rows())
            text += fmt::format("# coverage {} {}\n", name, count);
    }
    if (report.interrupted) text += "Bail out! interrupted\n";
    return text;
}

// ---- JUnit

std::string junit_outcome(const TestRecord& record) {
    if (record.state == State::skipped)
        return fmt::format("      <skipped message=\"{}\"/>\n", escape_xml(one_line(record.reason)));
    const std::string_view element = record.state == State::unreadable ? "error" : "failure";
    std::string text;
    for (const TestFailure& failure : record.failures) {
        const std::string where = failure.line == 0 ? "" : fmt::format("line {}: ", failure.line);
        const std::string_view first =
            std::string_view(failure.message).substr(0, failure.message.find('\n'));
        text += fmt::format("      <{0} message=\"{1}{2}\">{1}{3}</{0}>\n", element, where, escape_xml(first),
                            escape_xml(failure.message));
    }
    return text;
}

std::string junit(const TestReport& report) {
    const auto errors = std::ranges::count(report.records, State::unreadable, &TestRecord::state);
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", report.records.size(),
                    report.failed - static_cast<std::uint64_t>(errors), errors, report.skipped);
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"musimd\" {0}>\n",
        counts);
    for (const TestRecord& record : report.records) {
        text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escape_xml(record.program),
                            record.engine.empty() ? "read" : escape_xml(record.engine));
        const std::string outcome = record.state == State::passed ? "" : junit_outcome(record);
        text += outcome.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", outcome);
    }
    return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace

std::string print_tests(const TestReport& report, std::string_view format) {
    if (format == "json") return json(report);
    if (format == "tap") return tap(report);
    return format == "junit" ? junit(report) : text(report);
}

}  // namespace musimd::cli
