#include "cli/command/failure_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/command/options.hpp"
#include "views/sarif.hpp"
#include "views/xml.hpp"

namespace musimd::cli {
namespace {

static_assert(kBadInput == views::kBadInputStatus);

/// The first operand that is a file, or else that looks like the name of one.
std::string named_file(const Arguments& arguments) {
    const auto is_operand = [](const std::string& word) { return !word.empty() && word.front() != '-'; };
    std::error_code ignored;
    for (const std::string& word : arguments) {
        if (is_operand(word) && std::filesystem::is_regular_file(word, ignored)) return word;
    }
    for (const std::string& word : arguments) {
        const bool is_value = word.find('=') != std::string::npos;
        if (is_operand(word) && !is_value && std::filesystem::path(word).has_extension()) return word;
    }
    return {};
}

std::string file_of(const LocatedError& error, const Arguments& arguments) {
    return error.file.empty() ? named_file(arguments) : error.file;
}

std::string sarif(const Failure& failure, const Arguments& arguments) {
    const std::string rule = failure.kind == "input" ? "bad-input" : std::string(failure.kind);
    std::vector<views::SarifResult> results;
    for (const LocatedError& error : failure.errors.list)
        results.push_back(
            {rule, "error", error.message, {file_of(error, arguments), error.line, error.column}});
    return views::sarif_log(results, kBadInput, MUSIMD_VERSION);
}

std::string junit(const Failure& failure, std::string_view command, const Arguments& arguments) {
    constexpr std::string_view kCounts = "tests=\"1\" failures=\"0\" errors=\"1\"";
    const std::string file =
        failure.errors.list.empty() ? named_file(arguments) : file_of(failure.errors.list.front(), arguments);
    std::string errors;
    for (const LocatedError& error : failure.errors.list) {
        const std::string where =
            error.line == 0 ? "" : fmt::format("{}:{}:{}: ", error.file, error.line, error.column);
        errors += fmt::format("      <error message=\"{}\"/>\n", views::escape_xml(where + error.message));
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"musimd {1}\" "
        "{0}>\n"
        "    <testcase classname=\"{2}\" name=\"is read\">\n{3}    </testcase>\n  </testsuite>\n"
        "</testsuites>\n",
        kCounts, command, views::escape_xml(file), errors);
}

std::string compute_sanitizer(const Failure& failure) {
    std::string text = "========= COMPUTE-SANITIZER\n";
    for (const LocatedError& error : failure.errors.list)
        text += fmt::format("========= Error: {}\n=========\n", error.message);
    const std::size_t count = failure.errors.list.size();
    return text + fmt::format("========= ERROR SUMMARY: {} error{}\n", count, count == 1 ? "" : "s");
}

}  // namespace

std::string wanted_format(const Command& command, const Arguments& arguments) {
    constexpr std::string_view kFormat = "--format=";
    const Options options = command.declare();
    const auto end = std::ranges::find(arguments, "--");
    const Arguments own(arguments.begin(), end);
    std::string format = wants_json(own) ? "json" : "";  // or the first that is named
    for (auto word = arguments.begin(); word != end && format.empty(); ++word) {
        if (*word == "--format" && word + 1 != end) format = word[1];
        if (word->starts_with(kFormat)) format = word->substr(kFormat.size());
    }
    if (format == "json" && options.find("json") != nullptr) return format;
    const OptionInfo* const info = options.find("format");
    const bool is_known = info != nullptr && std::ranges::find(info->words, format) != info->words.end();
    return is_known ? format : "text";
}

std::string formatted_failure(const Failure& failure, std::string_view format, std::string_view command,
                              const Arguments& arguments) {
    if (format == "sarif") return sarif(failure, arguments);
    if (format == "junit") return junit(failure, command, arguments);
    if (format == "compute-sanitizer") return compute_sanitizer(failure);
    return {};
}

}  // namespace musimd::cli
