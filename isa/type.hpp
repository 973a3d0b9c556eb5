#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/word.hpp"

namespace musimd {

/// How a typed operation interprets the low bits of a word: two's complement, unsigned, or an IEEE 754 binary
/// format.
enum class Type : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64 };

inline constexpr std::string_view kTypeNames[] = {"i8",  "i16", "i32", "i64", "u8", "u16",
                                                  "u32", "u64", "f16", "f32", "f64"};
inline constexpr std::size_t kTypes = std::size(kTypeNames);

enum class TypeKind : std::uint8_t { signed_integer, unsigned_integer, floating };

constexpr TypeKind kind_of(Type type) {
    if (type >= Type::f16) return TypeKind::floating;
    return type >= Type::u8 ? TypeKind::unsigned_integer : TypeKind::signed_integer;
}
constexpr bool is_float(Type type) {
    return kind_of(type) == TypeKind::floating;
}
constexpr bool is_signed_integer(Type type) {
    return kind_of(type) == TypeKind::signed_integer;
}
constexpr bool is_unsigned_integer(Type type) {
    return kind_of(type) == TypeKind::unsigned_integer;
}

/// In bits: 8, 16, 32 or 64.
constexpr int width_of(Type type) {
    constexpr int kWidths[] = {8, 16, 32, 64, 8, 16, 32, 64, 16, 32, 64};
    return kWidths[static_cast<std::size_t>(type)];
}

/// Of a float: the bits of its significand, including the first, which the pattern of a normal number omits.
constexpr int precision_of(Type type) {
    constexpr int kPrecisions[] = {11, 24, 53};
    return kPrecisions[static_cast<std::size_t>(type) - static_cast<std::size_t>(Type::f16)];
}

/// Of a float: the largest e of its numbers 1.m · 2^e. The smallest normal number is 2^(1 − e).
constexpr int max_exponent_of(Type type) {
    return (1 << (width_of(type) - precision_of(type) - 1)) - 1;
}

/// The pattern of a float's +inf. Larger patterns, without the sign bit, are NaN.
constexpr std::uint64_t infinity_of(Type type) {
    return ((std::uint64_t{1} << (width_of(type) - precision_of(type))) - 1) << (precision_of(type) - 1);
}

/// The pattern of the NaN that operations return: quiet, sign 0, payload 0.
constexpr std::uint64_t canonical_nan_of(Type type) {
    return infinity_of(type) | std::uint64_t{1} << (precision_of(type) - 2);
}

/// `f32`
constexpr std::string_view to_string(Type type) {
    return kTypeNames[static_cast<std::size_t>(type)];
}

constexpr std::optional<Type> type_named(std::string_view name) {
    for (std::size_t i = 0; i < kTypes; ++i) {
        if (kTypeNames[i] == name) return static_cast<Type>(i);
    }
    return std::nullopt;
}

/// The type of that kind and width; nullopt for floats of 8 bits and unknown widths.
constexpr std::optional<Type> type_of(TypeKind kind, int width) {
    for (std::size_t i = 0; i < kTypes; ++i) {
        const auto type = static_cast<Type>(i);
        if (kind_of(type) == kind && width_of(type) == width) return type;
    }
    return std::nullopt;
}

/// The word that holds a T: its pattern, which is the low bits of `bits`, sign-extended, for i, u and f
/// alike.
constexpr Value word_of_pattern(std::uint64_t bits, Type type) {
    const int unused = 64 - width_of(type);
    return static_cast<Value>(bits << unused) >> unused;
}

/// The pattern of the T that a word holds: its low bits; the other bits are 0.
constexpr std::uint64_t pattern_of_word(Value word, Type type) {
    const int unused = 64 - width_of(type);
    return static_cast<std::uint64_t>(word) << unused >> unused;
}

}  // namespace musimd
