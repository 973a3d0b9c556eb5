#include "cli/kernels/file_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "cli/command/failure.hpp"
#include "cli/command/text_files.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "kernels/lockstep/annotations.hpp"

namespace musimd::cli {
namespace {

/// What a file may state: how its kernels are launched, in whatever language, and what is a finding.
constexpr std::string_view kOfFiles[] = {
    "kernel",       "function",  "workers",       "simd",     "grid",      "block",    "shared", "resident",
    "sample",       "warp",      "model",         "bits",     "template",  "n",        "unroll", "arg",
    "elements",     "seed",      "threads",       "device",   "schedules", "schedule", "orders", "max-steps",
    "unmasked",     "undefined", "races",         "volatile", "limit",     "continue", "define", "engine",
    "as-scheduled", "explore",   "max-schedules", "assume",   "length",
};

/// The NAME of `--arg NAME=VALUE` at this word; empty if the word is not `--arg`.
std::string argument_name(const Arguments& words, std::size_t at) {
    if (words[at] != "--arg" || at + 1 >= words.size()) return {};
    return words[at + 1].substr(0, words[at + 1].find('='));
}

bool is_given(const Options& options, const std::string& argument) {
    return std::ranges::any_of(options.texts("arg"), [&](const std::string& given) {
        return given.substr(0, given.find('=')) == argument;
    });
}

std::string names_of(const Options& options) {
    std::vector<std::string_view> names;
    for (const std::string_view name : kOfFiles) {
        if (options.find(name) != nullptr) names.push_back(name);
    }
    return fmt::format("--{}", fmt::join(names, ", --"));
}

}  // namespace

Arguments options_of_file(const Options& given, const std::string& file, const std::string& text) {
    Arguments result;
    for (const kernels::lockstep::Annotation& annotation : kernels::lockstep::annotations_of(text)) {
        const auto fail = [&](const std::string& message) {
            throw InputError(fmt::format("{}:{}: error: {}; expected pairs of an option and a value: {}\n",
                                         file, annotation.line, message, names_of(given)));
        };
        const Arguments& words = annotation.words;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const bool is_option = words[i].starts_with("--");
            const std::string name = is_option ? words[i].substr(2) : words[i];
            if (!is_option || std::ranges::find(kOfFiles, name) == std::end(kOfFiles))
                fail(fmt::format("'{}' is not an option of a file", shown(words[i])));
            const OptionInfo* const info = given.find(name);
            const bool is_flag = name == "continue" || name == "as-scheduled" || name == "explore";
            if (!is_flag && i + 1 == words.size()) fail(fmt::format("'{}' has no value", words[i]));
            const bool has_other = name == "arg" ? is_given(given, argument_name(words, i)) : given.has(name);
            if (!has_other && info != nullptr) {
                result.push_back(words[i]);
                if (!is_flag) result.push_back(words[i + 1]);
            }
            if (!is_flag) ++i;
        }
    }
    return result;
}

Options with_options_of_files(Options (*declare)(), const Options& given, const Arguments& arguments) {
    Arguments words;
    Options all = given;
    for (const std::string& file : given.operands()) {
        std::error_code ignored;
        const bool is_text =
            !kernels::cuda::is_linked(file) && std::filesystem::is_regular_file(file, ignored);
        if (!is_text) continue;
        const Arguments own = options_of_file(all, file, read_text(file));
        if (own.empty()) continue;
        words.insert(words.end(), own.begin(), own.end());
        Arguments line = words;
        line.insert(line.end(), arguments.begin(), arguments.end());
        all = declare();
        all.parse(line, 1, SIZE_MAX);
    }
    return all;
}

}  // namespace musimd::cli
