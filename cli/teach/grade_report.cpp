#include "cli/teach/grade_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

/// A field of CSV. One that a spreadsheet would take for a formula begins with an apostrophe.
std::string field(std::string text) {
    if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos)
        text.insert(0, "'");
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

/// The text with four blanks before each line; of a long one, how many lines are left out.
std::string indented(std::string_view text) {
    constexpr std::ptrdiff_t kMost = 20;
    std::string result;
    for (std::ptrdiff_t count = 0; !text.empty(); ++count) {
        if (count == kMost)
            return result + fmt::format("    … and {} more lines\n", std::ranges::count(text, '\n') + 1);
        const std::size_t end = std::min(text.find('\n'), text.size());
        result += fmt::format("    {}\n", text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

}  // namespace

std::string plain(std::string text) {
    for (const std::string_view mark : {"**", "`"}) {
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;)
            text.erase(at, mark.size());
    }
    return text;
}

Grade grade_of(const std::string& file, const std::string& verdict) {
    const auto json = nlohmann::json::parse(verdict);
    return {file,
            json.at("passed").get<bool>(),
            json.at("inputs").get<std::uint64_t>(),
            json.at("passed_inputs").get<std::uint64_t>(),
            json.at("steps").get<std::uint64_t>(),
            json.value("mistake", ""),
            json.at("message").get<std::string>(),
            json.value("failures", std::vector<std::string>()),
            verdict};
}

std::string grades_as_text(const std::vector<Grade>& grades) {
    std::string text;
    for (const Grade& grade : grades) {
        text += fmt::format("{}: {}, {} of {} inputs\n", grade.file, grade.passed ? "passed" : "failed",
                            grade.passed_inputs, grade.inputs);
        if (grade.passed) continue;
        text += indented(plain(grade.message));
        for (const std::string& failure : grade.failures)
            if (grade.message.find(failure) == std::string::npos) text += indented(failure);
    }
    if (grades.size() > 1)
        text +=
            fmt::format("{} of {} passed\n", std::ranges::count(grades, true, &Grade::passed), grades.size());
    return text;
}

std::string grades_as_csv(const std::string& exercise, const std::vector<Grade>& grades) {
    std::string text = "file,exercise,passed,passed_inputs,inputs,steps,mistake,message\n";
    for (const Grade& grade : grades)
        text += fmt::format("{},{},{},{},{},{},{},{}\n", field(grade.file), field(exercise),
                            grade.passed ? "yes" : "no", grade.passed_inputs, grade.inputs, grade.steps,
                            field(grade.mistake), field(plain(grade.message)));
    return text;
}

std::string grades_as_json(const std::string& exercise, const std::vector<Grade>& grades) {
    nlohmann::ordered_json json = {{"format", 1}, {"exercise", exercise}};
    json["files"] = nlohmann::ordered_json::array();
    for (const Grade& grade : grades) {
        nlohmann::ordered_json object = {{"file", grade.file}};
        if (grade.json.empty())
            object.update({{"passed", false},
                           {"inputs", grade.inputs},
                           {"passed_inputs", 0},
                           {"message", grade.message}});
        else
            object.update(nlohmann::ordered_json::parse(grade.json));
        json["files"].push_back(std::move(object));
    }
    return json_text(json) + "\n";
}

}  // namespace musimd::cli
