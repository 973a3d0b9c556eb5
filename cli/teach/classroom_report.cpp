#include "cli/teach/classroom_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

using ReportJson = nlohmann::ordered_json;

/// The part of the inputs that pass.
double fraction_of(const Grade& grade) {
    return grade.inputs == 0 ? 0
                             : static_cast<double>(grade.passed_inputs) / static_cast<double>(grade.inputs);
}

/// A number with two decimals at most.
ReportJson rounded(double number) {
    const double hundreds = std::round(number * 100);
    if (std::fmod(hundreds, 100) == 0) return static_cast<std::int64_t>(hundreds) / 100;
    return hundreds / 100;
}

/// The message, and the failures that it does not mention.
std::string comment_of(const Grade& grade) {
    std::string text = fmt::format("{} of {} inputs pass.", grade.passed_inputs, grade.inputs);
    if (grade.passed) return text;
    text += " " + plain(grade.message);
    for (const std::string& failure : grade.failures)
        if (grade.message.find(failure) == std::string::npos) text += "\n" + failure;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

std::string marked_up(std::string_view text) {
    std::string result;
    bool is_code = false;
    for (const char c : text) {
        if (c == '`')
            result += (is_code = !is_code) ? "<code>" : "</code>";
        else if (c == '<' || c == '>' || c == '&')
            result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
        else
            result += c;
    }
    return result + (is_code ? "</code>" : "");
}

std::string feedback(const Grade& grade) {
    std::string text = fmt::format("<p><b>{} of {} inputs pass.</b></p>", grade.passed_inputs, grade.inputs);
    if (grade.passed) return text;
    text += fmt::format("<p>{}</p>", marked_up(grade.message));
    for (const std::string& failure : grade.failures)
        if (grade.message.find(failure) == std::string::npos)
            text += fmt::format("<pre>{}</pre>", marked_up(failure));
    return text;
}

/// The words that differ, a row for each line of them; else null.
ReportJson differing_words(const Grade& grade) {
    const ReportJson verdict = grade.json.empty() ? ReportJson::object() : ReportJson::parse(grade.json);
    if (!verdict.contains("memory")) return nullptr;
    ReportJson rows = ReportJson::array({ReportJson::array({"Address", "Expected", "Got"})});
    const auto joined = [](const ReportJson& words) {
        return fmt::format("{}", fmt::join(words.get<std::vector<std::string>>(), " "));
    };
    for (const ReportJson& line : verdict["memory"])
        rows.push_back({line["address"], joined(line["wanted"]), joined(line["got"])});
    return rows;
}

}  // namespace

std::string grades_for_github(const std::string& exercise, const std::vector<Grade>& grades,
                              std::int64_t points) {
    const bool passed = std::ranges::all_of(grades, &Grade::passed);
    ReportJson json = {{"version", 1},
                       {"status", passed ? "pass" : "fail"},
                       {"max_score", points * std::ssize(grades)},
                       {"tests", ReportJson::array()}};
    for (const Grade& grade : grades)
        json["tests"].push_back({{"name", fmt::format("{}: {}", exercise, grade.file)},
                                 {"status", grade.passed ? "pass" : "fail"},
                                 {"score", rounded(fraction_of(grade) * static_cast<double>(points))},
                                 {"message", comment_of(grade)},
                                 {"test_code", fmt::format("musimd grade {} {}", exercise, grade.file)},
                                 {"filename", grade.file},
                                 {"line_no", 0}});
    return json_text(json) + "\n";
}

std::string grades_for_coderunner(const std::vector<Grade>& grades) {
    std::string text;
    for (const Grade& grade : grades) {
        ReportJson json = {{"fraction", rounded(fraction_of(grade))}, {"prologuehtml", feedback(grade)}};
        if (ReportJson table = differing_words(grade); !table.is_null())
            json["testresults"] = std::move(table);
        text += json_text(json) + "\n";
    }
    return text;
}

std::string grades_for_nbgrader(const std::vector<Grade>& grades, std::int64_t points) {
    std::string text;
    for (const Grade& grade : grades) {
        const ReportJson json = {{"points", rounded(fraction_of(grade) * static_cast<double>(points))},
                                 {"max_points", points},
                                 {"comment", comment_of(grade)}};
        text += json_text(json) + "\n";
    }
    return text;
}

}  // namespace musimd::cli
