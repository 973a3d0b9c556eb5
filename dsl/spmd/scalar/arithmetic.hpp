#pragma once

// Types of a launch, and the functions of the DSL on one element: bits, arithmetic, shifts, conversions.

#include <cmath>
#include <limits>

#include "dsl/spmd/scalar/float16.hpp"

namespace spmd {

// ---- types

template <int bits>
struct type_t;
template <>
struct type_t<8> {
    using itype = i8;
    using utype = u8;
};
template <>
struct type_t<16> {
    using itype = i16;
    using utype = u16;
    using ftype = f16;
};
template <>
struct type_t<32> {
    using itype = i32;
    using utype = u32;
    using ftype = f32;
};
template <>
struct type_t<64> {
    using itype = i64;
    using utype = u64;
    using ftype = f64;
};

template <typename T>
inline constexpr bool is_float = std::is_floating_point_v<T> || std::is_same_v<T, f16>;

template <typename T>
using unsigned_of = typename type_t<8 * sizeof(T)>::utype;

// The type in which an operand is computed: its own if it has the launch's width. Others are constants and
// promoted results of infix operators, and are converted to that width.
template <int bits, typename T>
struct of_width {
    using type = std::conditional_t<std::is_signed_v<T> || std::is_same_v<T, bool>,
                                    typename type_t<bits>::itype, typename type_t<bits>::utype>;
};
template <>
struct of_width<16, float> {
    using type = f16;
};
template <>
struct of_width<16, double> {
    using type = f16;
};
template <>
struct of_width<32, double> {
    using type = f32;
};
template <>
struct of_width<64, float> {
    using type = f64;
};
template <int bits, typename T>
using value_of =
    typename std::conditional_t<sizeof(T) * 8 == bits, std::enable_if<true, T>, of_width<bits, T>>::type;

// Decides which operand's type a function has if they differ: a literal may be an int next to unsigned
// numbers or floats, in any position.
template <int bits, typename T>
inline constexpr int weight = sizeof(T) * 8 != bits || std::is_same_v<T, bool> ? 0
                              : is_float<T>                                    ? 3
                              : std::is_unsigned_v<T>                          ? 2
                                                                               : 1;
template <int bits, typename A, typename... Others>
struct common {
    using type = A;
};
template <int bits, typename A, typename B, typename... Others>
struct common<bits, A, B, Others...> {
    using type = typename common<bits, std::conditional_t<(weight<bits, A> >= weight<bits, B>), A, B>,
                                 Others...>::type;
};
template <int bits, typename... Operands>
using type_of = value_of<bits, typename common<bits, Operands...>::type>;

// ---- bits and conditions

template <typename T>
MUSIMD_SPMD_CALL unsigned_of<T> pattern(T x) {
    return bits_as<unsigned_of<T>>(x);
}
template <typename T>
MUSIMD_SPMD_CALL T of_pattern(u64 bits) {
    return bits_as<T>(static_cast<unsigned_of<T>>(bits));
}
template <typename T>
MUSIMD_SPMD_CALL T orb(T a, T b) {
    return of_pattern<T>(pattern(a) | pattern(b));
}
template <typename T>
MUSIMD_SPMD_CALL T andb(T a, T b) {
    return of_pattern<T>(pattern(a) & pattern(b));
}
template <typename T>
MUSIMD_SPMD_CALL T andnotb(T a, T b) {
    return of_pattern<T>(pattern(a) & ~static_cast<u64>(pattern(b)));
}
template <typename T>
MUSIMD_SPMD_CALL T xorb(T a, T b) {
    return of_pattern<T>(pattern(a) ^ pattern(b));
}
template <typename T>
MUSIMD_SPMD_CALL T notb(T a) {
    return of_pattern<T>(~static_cast<u64>(pattern(a)));
}

// ---- arithmetic: integers modulo 2^width

template <typename T>
MUSIMD_SPMD_CALL T add(T a, T b) {
    if constexpr (is_float<T>) {
        return a + b;
    } else {
        return of_pattern<T>(static_cast<u64>(a) + static_cast<u64>(b));
    }
}
template <typename T>
MUSIMD_SPMD_CALL T sub(T a, T b) {
    if constexpr (is_float<T>) {
        return a - b;
    } else {
        return of_pattern<T>(static_cast<u64>(a) - static_cast<u64>(b));
    }
}
template <typename T>
MUSIMD_SPMD_CALL T mul(T a, T b) {
    if constexpr (is_float<T>) {
        return a * b;
    } else {
        return of_pattern<T>(static_cast<u64>(a) * static_cast<u64>(b));
    }
}
// An element that has returned must not divide by zero.
template <typename T>
MUSIMD_SPMD_CALL T div(bool active, T a, T b) {
    return active ? static_cast<T>(a / b) : T(0);
}
template <typename T>
MUSIMD_SPMD_CALL T neg(T a) {
    if constexpr (is_float<T>) {
        return -a;
    } else {
        return sub<T>(0, a);
    }
}
template <typename T>
MUSIMD_SPMD_CALL T abs(T a) {
    if constexpr (is_float<T>) {
        return of_pattern<T>(pattern(a) & (~0ull >> 1 >> (64 - 8 * sizeof(T))));
    } else {
        return a < T(0) ? neg(a) : a;
    }
}
// For floats, a number wins over NaN, and -0 < +0.
template <typename T>
MUSIMD_SPMD_CALL bool before(T a, T b) {
    if constexpr (is_float<T>) {
        if (a == b) return pattern(a) > pattern(b) && a == T(0);
        return a < b || (b != b && a == a);
    } else {
        return a < b;
    }
}
template <typename T>
MUSIMD_SPMD_CALL T min(T a, T b) {
    return before(a, b) ? a : b;
}
template <typename T>
MUSIMD_SPMD_CALL T max(T a, T b) {
    if constexpr (is_float<T>) {
        if (a != a || b != b) return a != a ? b : a;
    }
    return before(a, b) ? b : a;
}
template <typename T>
MUSIMD_SPMD_CALL T adds(T a, T b) {
    if constexpr (is_float<T>) {
        return a + b;
    } else {
        const T sum = add(a, b);
        if constexpr (std::is_unsigned_v<T>) return sum < a ? std::numeric_limits<T>::max() : sum;
        const bool over = b < 0 ? sum > a : sum < a;
        if (!over) return sum;
        return b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    }
}
template <typename T>
MUSIMD_SPMD_CALL T subs(T a, T b) {
    if constexpr (is_float<T>) {
        return a - b;
    } else {
        const T difference = sub(a, b);
        if constexpr (std::is_unsigned_v<T>) return a < b ? T(0) : difference;
        const bool over = b < 0 ? difference < a : difference > a;
        if (!over) return difference;
        return b < 0 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
    }
}

// a × b + c rounded once to f16: exact except for the sum's last bit, which is sticky.
MUSIMD_SPMD_CALL f16 fused(f16 a, f16 b, f16 c) {
    const double product = static_cast<double>(wide(a)) * static_cast<double>(wide(b));
    const double addend = static_cast<double>(wide(c));
    const double sum = product + addend;
    const double rounded = sum - product;
    const double lost = (product - (sum - rounded)) + (addend - rounded);
    if (!(lost != 0) || lost != lost) return sum;
    u64 bits = bits_as<u64>(sum);
    if ((bits & 1) == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
    return bits_as<double>(bits);
}
MUSIMD_SPMD_CALL f32 fused(f32 a, f32 b, f32 c) {
    return std::fma(a, b, c);
}
MUSIMD_SPMD_CALL f64 fused(f64 a, f64 b, f64 c) {
    return std::fma(a, b, c);
}
template <typename T>
MUSIMD_SPMD_CALL T fma(T a, T b, T c) {
    if constexpr (is_float<T>) {
        return fused(a, b, c);
    } else {
        return add(mul(a, b), c);
    }
}
template <typename T>
MUSIMD_SPMD_CALL T fnma(T a, T b, T c) {
    return fma(neg(a), b, c);
}
template <typename T>
MUSIMD_SPMD_CALL T fms(T a, T b, T c) {
    return fma(a, b, neg(c));
}
template <typename T>
MUSIMD_SPMD_CALL T fnms(T a, T b, T c) {
    return fma(neg(a), b, neg(c));
}

// ---- shifts: counts outside the width yield 0, or copies of the sign for shra of signed types

template <typename T>
MUSIMD_SPMD_CALL bool inside(int count) {
    return count >= 0 && count < static_cast<int>(8 * sizeof(T));
}
template <typename T>
MUSIMD_SPMD_CALL T shl(T x, int count) {
    return of_pattern<T>(inside<T>(count) ? static_cast<u64>(pattern(x)) << count : 0);
}
template <typename T>
MUSIMD_SPMD_CALL T shr(T x, int count) {
    return of_pattern<T>(inside<T>(count) ? static_cast<u64>(pattern(x)) >> count : 0);
}
template <typename T>
MUSIMD_SPMD_CALL T shra(T x, int count) {
    if constexpr (std::is_unsigned_v<T>) return shr(x, count);
    return of_pattern<T>(static_cast<u64>(static_cast<i64>(x) >> (inside<T>(count) ? count : 63)));
}

// ---- conversions

/// The same number, rounded to the type; for a float to an integer, its integer part, saturated, and 0 for
/// NaN.
template <typename To, typename From>
MUSIMD_SPMD_CALL To cvt(From x) {
    if constexpr (is_float<From> && !is_float<To>) {
        const double number = static_cast<double>(x);
        constexpr double kLimit = 2.0 * static_cast<double>(std::numeric_limits<To>::max() / 2 + 1);
        if (number != number) return 0;
        if (number >= kLimit) return std::numeric_limits<To>::max();
        if (number <= static_cast<double>(std::numeric_limits<To>::min()))
            return std::numeric_limits<To>::min();
        return static_cast<To>(number);
    } else {
        return static_cast<To>(x);
    }
}
template <typename To>
MUSIMD_SPMD_CALL To to_mask(bool condition) {
    return of_pattern<To>(condition ? ~0ull : 0);
}
template <typename T>
MUSIMD_SPMD_CALL bool to_logical(T x) {
    return pattern(x) != 0;
}

}  // namespace spmd
