#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "dsl/text/source.hpp"
#include "isa/printer.hpp"

namespace musimd::dsl {
namespace {

constexpr std::size_t kColumn = 40;  // of comments, if the code leaves room

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The line, trimmed, in a form that a comment may have.
std::string words_of(std::string_view line) {
    std::string words(line);
    std::ranges::replace_if(
        words, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    words.erase(0, words.find_first_not_of(' '));
    words.erase(words.find_last_not_of(' ') + 1);
    return words;
}

std::string comment(std::uint32_t line, const std::vector<std::string_view>& source) {
    const std::string words = line <= source.size() ? words_of(source[line - 1]) : std::string();
    return words.empty() ? fmt::format("{}", line) : fmt::format("{}: {}", line, words);
}

}  // namespace

std::string print_listing(const Program& program, std::string_view source) {
    const std::vector<std::string_view> source_lines = lines_of(source);
    return print_listing(program, [&](std::uint32_t line) { return comment(line, source_lines); });
}

// The printer indents only instructions.
std::string print_listing(const Program& program, const std::function<std::string(std::uint32_t)>& comment) {
    const std::string assembly = print(program);
    std::string text;
    Label pc = 1;
    std::uint32_t shown = 0;
    for (const std::string_view line : lines_of(assembly)) {
        text += line;
        if (line.starts_with(' ')) {
            const std::uint32_t from = program.at(pc++).line;
            if (from != 0 && from != shown) {
                text += std::string(std::max(line.size() + 2, kColumn) - line.size(), ' ');
                text += "; " + words_of(comment(from));
            }
            shown = from;
        }
        text += '\n';
    }
    return text;
}

}  // namespace musimd::dsl
