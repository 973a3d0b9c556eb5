#include "isa/habits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace musimd {
namespace {

constexpr std::size_t kLongest = 200;  // of a line that is looked at
constexpr std::string_view kBlank = " \t";
constexpr std::string_view kOperators = "+-*/%&|^<>=!";

struct Habit {
    std::string_view word;
    std::string_view instead;
};

constexpr Habit kHabits[] = {
    {"goto", "write 'jump l', with a label"},
    {"jmp", "write 'jump l', with a label"},
    {"br", "write 'jump l', or 'bz v, l' and 'bnz v, l', with a label"},
    {"if",
     "write 'bz v, l': threads whose v is 0 go to the label l, and a 'sync' comes where both sides meet"},
    {"else", "the side that does not branch ends with 'jump l', before the label of the other"},
    {"while", "a loop is a label, a 'bz v, l' that leaves it, and a 'jump' back; a 'sync' comes after it"},
    {"for", "a loop is a label, a 'bz v, l' that leaves it, and a 'jump' back; a 'sync' comes after it"},
    {"ret", "write 'stop'"},
    {"return", "write 'stop'; a thread that leaves before the others does 'exit'"},
    {"halt", "write 'stop'"},
    {"mov", "write 'v = o'"},
    {"set", "write 'v = o'"},
    {"add", "write 'v = o1 + o2'"},
    {"sub", "write 'v = o1 - o2'"},
    {"mul", "write 'v = o1 * o2'"},
    {"__syncthreads", "write 'barrier'"},
    {"__syncwarp", "write 'syncwarp m', with a mask"},
};

bool is_word(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
}

std::size_t after_word(std::string_view text, std::size_t at) {
    while (at < text.size() && is_word(text[at])) ++at;
    return at;
}

std::size_t after_blank(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(kBlank, at), text.size());
}

std::string_view trimmed(std::string_view text) {
    const std::size_t last = text.find_last_not_of(kBlank);
    return last == std::string_view::npos ? "" : text.substr(0, last + 1);
}

// `v += o` and `v++`
std::optional<std::string> assignment(std::string_view word, std::string_view rest) {
    const std::size_t sign = rest.starts_with("<<") || rest.starts_with(">>") ? 2 : 1;
    const std::string_view operation = rest.substr(0, sign);
    if (rest == "++" || rest == "--") return fmt::format("write '{0} = {0} {1} 1'", word, rest[0]);
    const bool is_operation =
        sign == 2 || std::string_view("+-*/%&|^").find(rest.front()) != std::string_view::npos;
    if (!is_operation || rest.size() <= sign || rest[sign] != '=') return std::nullopt;
    const std::string_view value = rest.substr(after_blank(rest, sign + 1));
    if (value.empty()) return std::nullopt;
    return fmt::format("write '{0} = {0} {1} {2}'", word, operation, value);
}

// `[x+1]`
std::optional<SyntaxError> address(std::string_view line, std::size_t from) {
    const std::size_t open = line.find('[', from);
    const std::size_t close = open == std::string_view::npos ? open : line.find(']', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::size_t begin = after_blank(line, open + 1);
    const std::size_t end = after_blank(line, after_word(line, begin));
    if (end == begin || end >= close || kOperators.find(line[end]) == std::string_view::npos)
        return std::nullopt;
    return SyntaxError{begin, fmt::format("an address is a variable or a number; write 'a = {}', then '[a]'",
                                          trimmed(line.substr(begin, close - begin)))};
}

}  // namespace

std::optional<SyntaxError> habit_in(std::string_view line, std::size_t offset) {
    if (line.size() > kLongest) return std::nullopt;
    const std::size_t end = after_word(line, offset);
    const std::string_view word = line.substr(offset, end - offset);
    const std::string_view rest = trimmed(line.substr(after_blank(line, end)));
    const auto* const habit = std::ranges::find(kHabits, word, &Habit::word);
    if (habit != std::end(kHabits) && !rest.starts_with('='))
        return SyntaxError{offset, fmt::format("'{}' is not an instruction; {}", word, habit->instead)};
    if (!word.empty() && !rest.empty()) {
        if (const auto instead = assignment(word, rest))
            return SyntaxError{after_blank(line, end), "a variable is assigned with '='; " + *instead};
    }
    if (auto error = address(line, offset)) return error;
    const std::size_t second = after_blank(line, after_word(line, after_blank(line, end)));
    const bool lacks_comma = (word == "bz" || word == "bnz") && second < line.size() && is_word(line[second]);
    if (!lacks_comma) return std::nullopt;
    const std::string_view label = line.substr(second, after_word(line, second) - second);
    return SyntaxError{second, fmt::format("a comma is missing before '{}'", label)};
}

std::optional<SyntaxError> habit_after(std::string_view line, std::size_t offset) {
    if (line.size() > kLongest || offset >= line.size() ||
        kOperators.find(line[offset]) == std::string_view::npos)
        return std::nullopt;
    return SyntaxError{
        offset,
        "a line has one operation; write the first in a line before it, with a variable of its "
        "own"};
}

}  // namespace musimd
