#include "kernels/openmp/print.hpp"

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "isa/word.hpp"

namespace musimd::kernels::openmp {
namespace {

constexpr std::string_view kFlags = "0123456789.+- #*";
constexpr std::size_t kLongest = 400;  // of a number, in characters
constexpr std::size_t kWidestField = 4096;

double number_of(const PrintedValue& value) {
    if (value.type == Type::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
    if (value.type == Type::f64) return std::bit_cast<double>(value.bits);
    return static_cast<double>(word_of_pattern(value.bits, value.type));
}

/// Of the type's width, as C passes it.
unsigned long long unsigned_of(const PrintedValue& value) {
    return is_float(value.type) ? static_cast<unsigned long long>(number_of(value))
                                : pattern_of_word(word_of_pattern(value.bits, value.type), value.type);
}

long long integer_of(const PrintedValue& value) {
    return is_float(value.type) ? static_cast<long long>(number_of(value))
                                : static_cast<long long>(word_of_pattern(value.bits, value.type));
}

std::string padded(const std::string& flags, std::string text) {
    const std::size_t point = flags.find('.');
    if (point != std::string::npos)
        text = text.substr(0, std::strtoull(flags.c_str() + point + 1, nullptr, 10));
    const auto width =
        std::strtoull(flags.c_str() + std::min(flags.size(), flags.find_first_not_of("+- #0")), nullptr, 10);
    const std::string padding(
        width > text.size() ? std::min<std::size_t>(width - text.size(), kWidestField) : 0, ' ');
    return flags.find('-') == std::string::npos ? padding + text : text + padding;
}

/// The flags, with numbers in place of `*`.
std::string with_widths(std::string_view flags, std::span<const PrintedValue> values, std::size_t& next) {
    std::string result;
    for (const char c : flags) {
        if (c != '*' || next >= values.size())
            result += c;
        else
            result += std::to_string(integer_of(values[next++]));
    }
    return result;
}

/// One number. `flags`: what stands between % and the conversion, without the length of the type.
std::string print_number(const std::string& flags, char conversion, const PrintedValue& value) {
    std::string text(kLongest, '\0');
    int length = 0;
    const bool is_integer = std::string_view("diouxX").find(conversion) != std::string_view::npos;
    if (is_integer) {
        const std::string format = "%" + flags + "ll" + conversion;
        const bool is_signed = conversion == 'd' || conversion == 'i';
        length = is_signed ? std::snprintf(text.data(), text.size(), format.c_str(), integer_of(value))
                           : std::snprintf(text.data(), text.size(), format.c_str(), unsigned_of(value));
    } else if (conversion == 'c') {
        return padded(flags, std::string(1, static_cast<char>(integer_of(value))));
    } else if (conversion == 'p') {
        return value.bits == 0 ? "(nil)" : print_number("#" + flags, 'x', value);
    } else {
        const std::string format = "%" + flags + conversion;
        length = std::snprintf(text.data(), text.size(), format.c_str(), number_of(value));
    }
    text.resize(std::min(static_cast<std::size_t>(std::max(length, 0)), kLongest - 1));
    return text;
}

}  // namespace

std::string print_formatted(std::string_view format, std::span<const PrintedValue> values,
                            const TextAt& text_at) {
    const std::string_view known = text_at ? "diouxXcfFeEgGaAsp" : "diouxXcfFeEgGaA";
    std::string result;
    std::size_t next = 0;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            result += format[i];
            continue;
        }
        std::size_t end = format.find_first_not_of(kFlags, i + 1);
        const std::size_t flags_end = std::min(end, format.size());
        end = format.find_first_not_of("hlzjtLq", flags_end);
        if (end == std::string_view::npos) return result += format.substr(i);
        const char conversion = format[end];
        const std::string flags =
            with_widths(format.substr(i + 1, flags_end - i - 1), values, next);  // takes those of `*`
        if (conversion == '%') {
            result += '%';
        } else if (known.find(conversion) == std::string_view::npos || next >= values.size() ||
                   flags.size() > 20) {
            result += format.substr(i, end + 1 - i);
        } else if (conversion == 's') {
            result += padded(flags, text_at(static_cast<std::int64_t>(values[next++].bits)));
        } else {
            result += print_number(flags, conversion, values[next++]);
        }
        i = end;
    }
    return result;
}

}  // namespace musimd::kernels::openmp
