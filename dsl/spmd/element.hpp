#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "isa/type.hpp"

// The C++ types of elements and uniform arguments, and the corresponding types of the machine.

namespace musimd::spmd {

/// The binary16 pattern nearest to x, ties to even.
std::uint16_t half_of_double(double x);
double double_of_half(std::uint16_t bits);

/// An f16: storage and conversions only.
class Half {
  public:
    Half() = default;
    template <class T>
    requires std::is_arithmetic_v<T>
    explicit Half(T x) : bits_(half_of_double(static_cast<double>(x))) {}
    explicit operator float() const { return static_cast<float>(double_of_half(bits_)); }
    explicit operator double() const { return double_of_half(bits_); }
    std::uint16_t bits() const { return bits_; }
    static Half of_bits(std::uint16_t bits) {
        Half half;
        half.bits_ = bits;
        return half;
    }
    friend bool operator==(Half a, Half b) { return double_of_half(a.bits_) == double_of_half(b.bits_); }

  private:
    std::uint16_t bits_ = 0;
};

/// Whether a C++ type is an f16; specialized for types other than Half, which must have 16 bits.
template <class T>
inline constexpr bool is_half = std::is_same_v<T, Half>;

/// The types of memory elements, and of scalars that may be mixed with lane values.
template <class T>
concept Element = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8) || is_half<T>;
template <class T>
concept Scalar = Element<T> || std::is_same_v<T, bool>;

/// The machine's type of a C++ type.
template <Element T>
constexpr Type element_type() {
    constexpr int kWidth = 8 * static_cast<int>(sizeof(T));
    if constexpr (is_half<T> || std::is_floating_point_v<T>)
        return *type_of(TypeKind::floating, kWidth);
    else if constexpr (std::is_signed_v<T>)
        return *type_of(TypeKind::signed_integer, kWidth);
    else
        return *type_of(TypeKind::unsigned_integer, kWidth);
}

/// The pattern of x as C++ converts it to a T; a float out of an integer's range becomes 0.
template <Type T, Scalar S>
std::uint64_t pattern_of(S x) {
    if constexpr (is_half<S>) {
        const auto bits = std::bit_cast<std::uint16_t>(x);
        if constexpr (T == Type::f16)
            return bits;
        else
            return pattern_of<T>(double_of_half(bits));
    } else if constexpr (T == Type::f16) {
        return half_of_double(static_cast<double>(x));
    } else if constexpr (T == Type::f32) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(x));
    } else if constexpr (T == Type::f64) {
        return std::bit_cast<std::uint64_t>(static_cast<double>(x));
    } else if constexpr (std::is_floating_point_v<S>) {
        const bool fits = x > S(-9223372036854775808.0) && x < S(18446744073709551616.0);
        if (!fits) return 0;
        const std::uint64_t word = x < S(0) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x))
                                            : static_cast<std::uint64_t>(x);
        return pattern_of_word(static_cast<Value>(word), T);
    } else {
        return pattern_of_word(static_cast<Value>(x), T);
    }
}

}  // namespace musimd::spmd
