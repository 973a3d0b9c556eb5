#include "dsl/lowering/unique_names.hpp"

#include <algorithm>

#include "isa/instruction.hpp"

namespace musimd::dsl {
namespace {

bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return '0' <= c && c <= '9';
}

std::string identifier(std::string_view wanted) {
    std::string name(wanted);
    for (char& c : name) {
        if (!is_letter(c) && !is_digit(c)) c = '_';
    }
    if (name.empty() || is_digit(name.front())) name.insert(name.begin(), 'v');
    return name;
}

}  // namespace

std::string UniqueNames::next(std::string_view wanted) {
    const std::string base = identifier(wanted);
    std::string name = base;
    int& number = next_numbers_.try_emplace(base, 2).first->second;
    while (is_reserved_word(name) || !taken_.insert(name).second)
        name = base + (is_digit(base.back()) ? "_" : "") + std::to_string(number++);
    return name;
}

bool is_temporary(std::string_view variable, std::string_view source) {
    if (!variable.starts_with(kTemporaryName)) return false;
    if (!std::ranges::all_of(variable.substr(kTemporaryName.size()), is_digit)) return false;
    const auto is_part = [&](std::size_t at) {
        return at < source.size() && (is_letter(source[at]) || is_digit(source[at]));
    };
    for (std::size_t at = source.find(variable); at != std::string_view::npos;
         at = source.find(variable, at + 1)) {
        if ((at == 0 || !is_part(at - 1)) && !is_part(at + variable.size())) return false;
    }
    return true;
}

}  // namespace musimd::dsl
