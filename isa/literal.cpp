#include "isa/literal.hpp"

#include <algorithm>

namespace musimd {
namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

int digit_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

}  // namespace

std::optional<Integer> parse_integer(std::string_view digits) {
    constexpr Integer kTooLarge = Integer{1} << 64;
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        base = 16;
        digits.remove_prefix(2);
    }
    if (digits.empty()) return std::nullopt;
    Integer value = 0;
    for (const char c : digits) {
        const int digit = digit_value(c);
        if (digit >= base) return std::nullopt;
        value = std::min(value * base + digit, kTooLarge);
    }
    return value;
}

std::optional<Integer> parse_signed_integer(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const auto magnitude = parse_integer(text);
    if (!magnitude) return std::nullopt;
    return negative ? -*magnitude : *magnitude;
}

bool is_identifier(std::string_view text) {
    return !text.empty() && !is_digit(text.front()) &&
           std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace musimd
