#include "isa/float_literal.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

#include "isa/literal.hpp"

namespace musimd {
namespace {

using boost::multiprecision::cpp_int;

// More digits than distinguish any two midpoints of floats; of further digits it matters only whether all are
// 0.
constexpr std::size_t kMaxDigits = 1000;
// Powers of 10, or of 2, at which a number of kMaxDigits digits is infinite, or 0, in every type.
constexpr std::int64_t kMaxExponent = 10'000;

// A number as written: digits · radix^−fraction · base^exponent.
struct Written {
    int radix = 10;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;  ///< of 10, or of 2 after hexadecimal digits
};

bool are_digits(std::string_view text, int radix) {
    const std::string_view digits = radix == 16 ? "0123456789abcdefABCDEF" : "0123456789";
    return text.find_first_not_of(digits) == std::string_view::npos;
}

// Clamped, so that arithmetic on it does not overflow.
std::optional<std::int64_t> exponent_of(std::string_view text) {
    const auto exponent = parse_signed_integer(text);
    if (!exponent || text.find_first_of("xX") != std::string_view::npos) return std::nullopt;
    constexpr Integer kMax = Integer{1} << 60;
    return static_cast<std::int64_t>(std::clamp(*exponent, -kMax, kMax));
}

// The parts of a number, or nullopt: hexadecimal digits need an exponent, as the last ones could be the type.
std::optional<Written> split(std::string_view text) {
    Written result;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        result.radix = 16;
        text.remove_prefix(2);
    }
    const std::size_t mark = text.find_first_of(result.radix == 16 ? "pP" : "eE");
    if (mark != std::string_view::npos) {
        const auto exponent = exponent_of(text.substr(mark + 1));
        if (!exponent) return std::nullopt;
        result.exponent = *exponent;
        text = text.substr(0, mark);
    } else if (result.radix == 16) {
        return std::nullopt;
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    result.whole = text.substr(0, point);
    if (point < text.size()) result.fraction = text.substr(point + 1);
    const bool good = !result.whole.empty() && are_digits(result.whole, result.radix) &&
                      are_digits(result.fraction, result.radix);
    return good ? std::optional(result) : std::nullopt;
}

cpp_int power(unsigned base, std::int64_t exponent) {
    return boost::multiprecision::pow(cpp_int(base), static_cast<unsigned>(exponent));
}

// numerator / denominator, which is not 0, as a pattern of the type; infinity if it is too large.
std::uint64_t rounded(const cpp_int& numerator, const cpp_int& denominator, Type type) {
    const std::int64_t precision = precision_of(type);
    const std::int64_t least = 2 - precision - max_exponent_of(type);  // the least subnormal is 2^least
    // 2^e ≤ the number < 2^(e+1), and the last bit of its significand is 2^last.
    std::int64_t e = static_cast<std::int64_t>(msb(numerator)) - static_cast<std::int64_t>(msb(denominator));
    const bool smaller = e >= 0 ? numerator < (denominator << e) : (numerator << -e) < denominator;
    if (smaller) --e;
    if (e > max_exponent_of(type)) return infinity_of(type);
    const std::int64_t last = std::max(e - precision + 1, least);
    if (e < least - 1) return 0;

    const cpp_int scaled = last < 0 ? numerator << -last : numerator;
    const cpp_int unit = last < 0 ? denominator : denominator << last;
    cpp_int significand = scaled / unit;
    const cpp_int twice_rest = (scaled - significand * unit) * 2;
    if (twice_rest > unit || (twice_rest == unit && bit_test(significand, 0))) ++significand;
    // The first bit of a normal number adds one to the exponent field, and so does a carry.
    return significand.convert_to<std::uint64_t>() +
           (static_cast<std::uint64_t>(last - least) << (precision - 1));
}

std::uint64_t pattern_of(const Written& written, Type type) {
    std::string digits = std::string(written.whole) + std::string(written.fraction);
    auto fraction_digits = static_cast<std::int64_t>(written.fraction.size());
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) return 0;
    if (digits.size() > kMaxDigits) {
        const bool exact = digits.find_first_not_of('0', kMaxDigits) == std::string::npos;
        fraction_digits -= static_cast<std::int64_t>(digits.size() - kMaxDigits);
        digits.resize(kMaxDigits);
        if (!exact) {
            digits += '1';
            fraction_digits += 1;
        }
    }
    const bool hexadecimal = written.radix == 16;
    const std::int64_t exponent = written.exponent - fraction_digits * (hexadecimal ? 4 : 1);
    if (exponent > kMaxExponent) return infinity_of(type);
    if (exponent < -kMaxExponent) return 0;
    cpp_int numerator((hexadecimal ? "0x" : "") + digits);
    cpp_int denominator = 1;
    (exponent < 0 ? denominator : numerator) *= power(hexadecimal ? 2 : 10, std::abs(exponent));
    return rounded(numerator, denominator, type);
}

}  // namespace

std::optional<FloatLiteral> parse_float(std::string_view text) {
    constexpr std::size_t kSuffix = 3;
    if (text.size() <= kSuffix) return std::nullopt;
    const auto type = type_named(text.substr(text.size() - kSuffix));
    if (!type || !is_float(*type)) return std::nullopt;
    text.remove_suffix(kSuffix);
    if (text == "inf") return FloatLiteral{*type, infinity_of(*type), false};
    if (text == "nan") return FloatLiteral{*type, canonical_nan_of(*type), false};
    const auto written = split(text);
    if (!written) return std::nullopt;
    const std::uint64_t pattern = pattern_of(*written, *type);
    return FloatLiteral{*type, pattern, pattern == infinity_of(*type)};
}

std::optional<Integer> parse_signed_word(std::string_view text) {
    if (const auto integer = parse_signed_integer(text)) return integer;
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const auto literal = parse_float(text);
    if (!literal || literal->too_large) return std::nullopt;
    return literal->word(negative);
}

}  // namespace musimd
