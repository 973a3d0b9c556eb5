#include "cli/kernels/file_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command/failure.hpp"
#include "kernels/lockstep/annotations.hpp"

namespace musimd::cli {
namespace {

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

}  // namespace

Arguments options_of_file(const Options& options, const std::string& file, const std::string& text,
                          const std::vector<std::string_view>& names) {
    Arguments result;
    for (const kernels::lockstep::Annotation& annotation : kernels::lockstep::annotations_of(text)) {
        const auto fail = [&](const std::string& message) {
            throw InputError(fmt::format("{}:{}: error: {}; expected pairs of an option and a value: --{}\n",
                                         file, annotation.line, message, fmt::join(names, ", --")));
        };
        const Arguments& words = annotation.words;
        for (std::size_t i = 0; i < words.size(); i += 2) {
            const bool is_option = words[i].starts_with("--");
            const std::string name = is_option ? words[i].substr(2) : words[i];
            if (!is_option || std::ranges::find(names, name) == names.end())
                fail(fmt::format("'{}' is not an option of a file", shown(words[i])));
            if (i + 1 == words.size()) fail(fmt::format("'{}' has no value", words[i]));
            const bool has_other =
                name == "arg" ? is_given(options, argument_name(words, i)) : options.has(name);
            if (!has_other) result.insert(result.end(), {words[i], words[i + 1]});
        }
    }
    return result;
}

}  // namespace musimd::cli
