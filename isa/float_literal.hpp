#pragma once

#include <optional>
#include <string_view>

#include "isa/type.hpp"

namespace musimd {

/// A float as written, without a sign: `1.5f32`, `1e-3f16`, `0x1.8p3f64`, `inff32`, `nanf32`.
struct FloatLiteral {
    Type type = Type::f32;
    std::uint64_t pattern = 0;  ///< pattern of the T nearest to it, ties to even; nan is the canonical one
    bool too_large = false;     ///< it is finite, but the nearest T is infinity

    /// The word of the literal, optionally negated: the pattern, sign-extended.
    constexpr Value word(bool negative) const {
        const std::uint64_t sign = negative ? std::uint64_t{1} << (width_of(type) - 1) : 0;
        return word_of_pattern(pattern ^ sign, type);
    }
};

/// nullopt if the text is not a float literal.
std::optional<FloatLiteral> parse_float(std::string_view text);

/// An integer or the word of a float, with an optional sign: for the command line. nullopt if the text is
/// neither, or if the float is too large.
std::optional<Integer> parse_signed_word(std::string_view text);

}  // namespace musimd
