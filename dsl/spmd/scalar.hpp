#pragma once

// NSIMD's SPMD DSL as plain C++, element by element: `k_if` is `if`, an element is one trip of a loop.
// Compiled by nvcc, a kernel is a __global__ function, and an element one thread. What each keyword and
// function means here is what it means: infix operators are those of C++ (8 and 16 bits are promoted),
// functions work in the type of their operands. Needs the standard library (C++17) and nothing else.
//
//     #include "dsl/spmd/scalar.hpp"
//     #include "kernel.hpp"
//     … spmd_launch_kernel_1d(kernel, 32, 1, n, dst, a, b);

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#ifdef __CUDACC__
#define MUSIMD_SPMD_CALL __host__ __device__ inline
#define MUSIMD_SPMD_DEVICE __device__
#else
#define MUSIMD_SPMD_CALL inline
#define MUSIMD_SPMD_DEVICE
#endif

using i8 = std::int8_t;
using u8 = std::uint8_t;
using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using f32 = float;
using f64 = double;

namespace spmd {

template <typename To, typename From>
MUSIMD_SPMD_CALL To bits_as(const From& from) {
    static_assert(sizeof(To) == sizeof(From), "reinterpretation keeps the width");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

// ---- binary16

/// The pattern of the f16 nearest to the number, ties to even.
MUSIMD_SPMD_CALL u16 f16_pattern(double number) {
    const u64 bits = bits_as<u64>(number);
    const u32 sign = static_cast<u32>(bits >> 48) & 0x8000u;
    const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
    const u64 fraction = bits & 0xFFFFFFFFFFFFFull;
    if (exponent == 1024) return static_cast<u16>(sign | (fraction != 0 ? 0x7E00u : 0x7C00u));
    if (exponent > 15) return static_cast<u16>(sign | 0x7C00u);
    if (exponent < -25) return static_cast<u16>(sign);
    // 53 bits of which 11 are kept, fewer of a subnormal; a carry goes into the exponent as it should.
    const int dropped = exponent < -14 ? 42 + (-14 - exponent) : 42;
    const u64 significand = fraction | 1ull << 52;
    u64 kept = significand >> dropped;
    const u64 rest = significand & ((1ull << dropped) - 1);
    const u64 half = 1ull << (dropped - 1);
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
    if (exponent >= -14) kept += static_cast<u64>(exponent + 14) << 10;
    return static_cast<u16>(sign | static_cast<u32>(kept));
}

/// The number that a pattern of f16 stands for.
MUSIMD_SPMD_CALL float f16_number(u16 pattern) {
    const u32 sign = static_cast<u32>(pattern & 0x8000) << 16;
    const u32 exponent = pattern >> 10 & 0x1F;
    const u32 fraction = pattern & 0x3FF;
    if (exponent == 31) return bits_as<float>(sign | 0x7F800000u | fraction << 13);
    if (exponent != 0) return bits_as<float>(sign | (exponent + 112) << 23 | fraction << 13);
    const float magnitude = static_cast<float>(fraction) * 5.9604644775390625e-8f;  // 2^-24
    return bits_as<float>(sign | bits_as<u32>(magnitude));
}

}  // namespace spmd

/// IEEE 754 binary16: each operation is exact and then rounded once.
struct f16 {
    u16 pattern;

    f16() = default;
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    MUSIMD_SPMD_CALL f16(Number number) : pattern(spmd::f16_pattern(static_cast<double>(number))) {}
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    MUSIMD_SPMD_CALL explicit operator Number() const {
        return static_cast<Number>(spmd::f16_number(pattern));
    }
};

namespace spmd {

// The sums, products and quotients of f16 rounded to f32 and then to f16 are those rounded to f16 at once.
MUSIMD_SPMD_CALL float wide(f16 x) {
    return f16_number(x.pattern);
}

}  // namespace spmd

MUSIMD_SPMD_CALL f16 operator+(f16 a, f16 b) {
    return spmd::wide(a) + spmd::wide(b);
}
MUSIMD_SPMD_CALL f16 operator-(f16 a, f16 b) {
    return spmd::wide(a) - spmd::wide(b);
}
MUSIMD_SPMD_CALL f16 operator*(f16 a, f16 b) {
    return spmd::wide(a) * spmd::wide(b);
}
MUSIMD_SPMD_CALL f16 operator/(f16 a, f16 b) {
    return spmd::wide(a) / spmd::wide(b);
}
MUSIMD_SPMD_CALL f16 operator-(f16 a) {
    return spmd::bits_as<f16>(static_cast<u16>(a.pattern ^ 0x8000));
}
MUSIMD_SPMD_CALL bool operator==(f16 a, f16 b) {
    return spmd::wide(a) == spmd::wide(b);
}
MUSIMD_SPMD_CALL bool operator!=(f16 a, f16 b) {
    return spmd::wide(a) != spmd::wide(b);
}
MUSIMD_SPMD_CALL bool operator<(f16 a, f16 b) {
    return spmd::wide(a) < spmd::wide(b);
}
MUSIMD_SPMD_CALL bool operator<=(f16 a, f16 b) {
    return spmd::wide(a) <= spmd::wide(b);
}
MUSIMD_SPMD_CALL bool operator>(f16 a, f16 b) {
    return spmd::wide(a) > spmd::wide(b);
}
MUSIMD_SPMD_CALL bool operator>=(f16 a, f16 b) {
    return spmd::wide(a) >= spmd::wide(b);
}

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

// What an operand of a function is worked on as: itself if it has the launch's width. Others are constants
// and what infix operators promoted: of that width, too.
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

// Of several operands the type is the first one's that has the width.
template <int bits, typename A, typename... Others>
struct common {
    using type = value_of<bits, A>;
};
template <int bits, typename A, typename B, typename... Others>
struct common<bits, A, B, Others...> {
    using type = typename std::conditional_t<sizeof(A) * 8 == bits || !(sizeof(B) * 8 == bits),
                                             common<bits, A>, common<bits, B, Others...>>::type;
};
template <int bits, typename... Operands>
using type_of = typename common<bits, Operands...>::type;

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
// What has returned must not divide by zero.
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
// Of floats a NaN loses, and -0 < +0.
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

// a × b + c rounded once to f16: exact but for the sum's last bit, which says whether there was more.
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

// ---- shifts: what is outside the width leaves nothing, of shra the sign

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
    if constexpr (std::is_unsigned_v<T>) return shr(x, count);  // no sign comes into what has none
    const auto word = bits_as<std::make_signed_t<unsigned_of<T>>>(x);
    return of_pattern<T>(static_cast<u64>(static_cast<i64>(word) >> (inside<T>(count) ? count : 63)));
}

// ---- conversions

/// The same number, as near as the type has it; a float's integer part, the nearest there is, and 0 of a NaN.
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

// ---- functions of floats: in a wider type, and rounded

#ifdef __CUDACC__
using widest = double;
#else
using widest = long double;
#endif
template <typename T>
using wider = std::conditional_t<std::is_same_v<T, f64>, widest, double>;

// The exact ones, in f32 and f64 themselves; f16 in f32.
#define MUSIMD_SPMD_EXACT(name, function)       \
    template <typename T>                       \
    MUSIMD_SPMD_CALL T name(T x) {              \
        if constexpr (std::is_same_v<T, f16>) { \
            return function(wide(x));           \
        } else if constexpr (is_float<T>) {     \
            return function(x);                 \
        } else {                                \
            return x;                           \
        }                                       \
    }
MUSIMD_SPMD_EXACT(ceil, std::ceil)
MUSIMD_SPMD_EXACT(floor, std::floor)
MUSIMD_SPMD_EXACT(trunc, std::trunc)
MUSIMD_SPMD_EXACT(round_to_even, std::nearbyint)
MUSIMD_SPMD_EXACT(sqrt, std::sqrt)
#undef MUSIMD_SPMD_EXACT

template <typename T>
MUSIMD_SPMD_CALL T rec(T x) {
    return T(1) / x;
}
template <typename T>
MUSIMD_SPMD_CALL T remainder(T a, T b) {
    return static_cast<T>(std::remainder(static_cast<double>(a), static_cast<double>(b)));
}
template <typename T>
MUSIMD_SPMD_CALL T fmod(T a, T b) {
    return static_cast<T>(std::fmod(static_cast<double>(a), static_cast<double>(b)));
}

template <typename W>
MUSIMD_SPMD_CALL W rsqrt_of(W x) {
    return W(1) / std::sqrt(x);
}
template <typename W>
MUSIMD_SPMD_CALL W exp10_of(W x) {
    return std::pow(W(10), x);
}
// x is brought between -1/4 and 1/4, exactly.
template <typename W>
MUSIMD_SPMD_CALL W sinpi_of(W x) {
    constexpr W kPi = W(3.14159265358979323846264338327950288L);
    if (!(std::fabs(x) < std::numeric_limits<W>::infinity())) return x - x;
    const W quarter = std::nearbyint(2 * std::fmod(x, W(2)));
    const W rest = kPi * (std::fmod(x, W(2)) - quarter / 2);
    const int turn = static_cast<int>(quarter) & 3;
    if (turn % 2 == 0 && rest == 0) return x < 0 || (x == 0 && std::signbit(x)) ? W(-0.0) : W(0);
    const W value = turn % 2 == 0 ? std::sin(rest) : std::cos(rest);
    return turn < 2 ? value : -value;
}
template <typename W>
MUSIMD_SPMD_CALL W cospi_of(W x) {
    constexpr W kPi = W(3.14159265358979323846264338327950288L);
    if (!(std::fabs(x) < std::numeric_limits<W>::infinity())) return x - x;
    const W within = std::fmod(std::fabs(x), W(2));
    const W quarter = std::nearbyint(2 * within);
    const W rest = kPi * (within - quarter / 2);
    const int turn = static_cast<int>(quarter) & 3;
    if (turn % 2 == 1 && rest == 0) return 0;
    const W value = turn % 2 == 0 ? std::cos(rest) : -std::sin(rest);
    return turn < 2 ? value : -value;
}

#define MUSIMD_SPMD_MATH1(name, function)                          \
    template <typename T>                                          \
    MUSIMD_SPMD_CALL T name(T x) {                                 \
        return static_cast<T>(function(static_cast<wider<T>>(x))); \
    }
#define MUSIMD_SPMD_MATH2(name, function)                                                    \
    template <typename T>                                                                    \
    MUSIMD_SPMD_CALL T name(T a, T b) {                                                      \
        return static_cast<T>(function(static_cast<wider<T>>(a), static_cast<wider<T>>(b))); \
    }
MUSIMD_SPMD_MATH1(rsqrt, rsqrt_of)
MUSIMD_SPMD_MATH1(sin, std::sin)
MUSIMD_SPMD_MATH1(cos, std::cos)
MUSIMD_SPMD_MATH1(tan, std::tan)
MUSIMD_SPMD_MATH1(asin, std::asin)
MUSIMD_SPMD_MATH1(acos, std::acos)
MUSIMD_SPMD_MATH1(atan, std::atan)
MUSIMD_SPMD_MATH2(atan2, std::atan2)
MUSIMD_SPMD_MATH1(sinh, std::sinh)
MUSIMD_SPMD_MATH1(cosh, std::cosh)
MUSIMD_SPMD_MATH1(tanh, std::tanh)
MUSIMD_SPMD_MATH1(asinh, std::asinh)
MUSIMD_SPMD_MATH1(acosh, std::acosh)
MUSIMD_SPMD_MATH1(atanh, std::atanh)
MUSIMD_SPMD_MATH1(exp, std::exp)
MUSIMD_SPMD_MATH1(exp2, std::exp2)
MUSIMD_SPMD_MATH1(exp10, exp10_of)
MUSIMD_SPMD_MATH1(expm1, std::expm1)
MUSIMD_SPMD_MATH1(log, std::log)
MUSIMD_SPMD_MATH1(log2, std::log2)
MUSIMD_SPMD_MATH1(log10, std::log10)
MUSIMD_SPMD_MATH1(log1p, std::log1p)
MUSIMD_SPMD_MATH2(pow, std::pow)
MUSIMD_SPMD_MATH1(cbrt, std::cbrt)
MUSIMD_SPMD_MATH2(hypot, std::hypot)
MUSIMD_SPMD_MATH1(sinpi, sinpi_of)
MUSIMD_SPMD_MATH1(cospi, cospi_of)
MUSIMD_SPMD_MATH1(lgamma, std::lgamma)
MUSIMD_SPMD_MATH1(tgamma, std::tgamma)
MUSIMD_SPMD_MATH1(erf, std::erf)
MUSIMD_SPMD_MATH1(erfc, std::erfc)
#undef MUSIMD_SPMD_MATH1
#undef MUSIMD_SPMD_MATH2

// ---- the functions as they are called: operands are brought to one type

template <typename T>
MUSIMD_SPMD_CALL bool eq(T a, T b) {
    return a == b;
}
template <typename T>
MUSIMD_SPMD_CALL bool ne(T a, T b) {
    return a != b;
}
template <typename T>
MUSIMD_SPMD_CALL bool gt(T a, T b) {
    return a > b;
}
template <typename T>
MUSIMD_SPMD_CALL bool ge(T a, T b) {
    return a >= b;
}
template <typename T>
MUSIMD_SPMD_CALL bool lt(T a, T b) {
    return a < b;
}
template <typename T>
MUSIMD_SPMD_CALL bool le(T a, T b) {
    return a <= b;
}

// call_NAME<bits>(operands…) is NAME(operands…) in their type.
#define MUSIMD_SPMD_WRAP1(name)                         \
    template <int bits, typename A>                     \
    MUSIMD_SPMD_CALL auto call_##name(A a) {            \
        return name(static_cast<value_of<bits, A>>(a)); \
    }
#define MUSIMD_SPMD_WRAP2(name)                            \
    template <int bits, typename A, typename B>            \
    MUSIMD_SPMD_CALL auto call_##name(A a, B b) {          \
        using T = type_of<bits, A, B>;                     \
        return name(static_cast<T>(a), static_cast<T>(b)); \
    }
#define MUSIMD_SPMD_WRAP3(name)                                               \
    template <int bits, typename A, typename B, typename C>                   \
    MUSIMD_SPMD_CALL auto call_##name(A a, B b, C c) {                        \
        using T = type_of<bits, A, B, C>;                                     \
        return name(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c)); \
    }
#define MUSIMD_SPMD_WRAP_SHIFT(name)                           \
    template <int bits, typename A>                            \
    MUSIMD_SPMD_CALL auto call_##name(A a, int count) {        \
        return name(static_cast<value_of<bits, A>>(a), count); \
    }
MUSIMD_SPMD_WRAP1(notb)
MUSIMD_SPMD_WRAP1(neg)
MUSIMD_SPMD_WRAP1(abs)
MUSIMD_SPMD_WRAP1(ceil)
MUSIMD_SPMD_WRAP1(floor)
MUSIMD_SPMD_WRAP1(trunc)
MUSIMD_SPMD_WRAP1(round_to_even)
MUSIMD_SPMD_WRAP1(sqrt)
MUSIMD_SPMD_WRAP1(rec)
MUSIMD_SPMD_WRAP1(rsqrt)
MUSIMD_SPMD_WRAP1(to_logical)
MUSIMD_SPMD_WRAP1(sin)
MUSIMD_SPMD_WRAP1(cos)
MUSIMD_SPMD_WRAP1(tan)
MUSIMD_SPMD_WRAP1(asin)
MUSIMD_SPMD_WRAP1(acos)
MUSIMD_SPMD_WRAP1(atan)
MUSIMD_SPMD_WRAP1(sinh)
MUSIMD_SPMD_WRAP1(cosh)
MUSIMD_SPMD_WRAP1(tanh)
MUSIMD_SPMD_WRAP1(asinh)
MUSIMD_SPMD_WRAP1(acosh)
MUSIMD_SPMD_WRAP1(atanh)
MUSIMD_SPMD_WRAP1(exp)
MUSIMD_SPMD_WRAP1(exp2)
MUSIMD_SPMD_WRAP1(exp10)
MUSIMD_SPMD_WRAP1(expm1)
MUSIMD_SPMD_WRAP1(log)
MUSIMD_SPMD_WRAP1(log2)
MUSIMD_SPMD_WRAP1(log10)
MUSIMD_SPMD_WRAP1(log1p)
MUSIMD_SPMD_WRAP1(cbrt)
MUSIMD_SPMD_WRAP1(sinpi)
MUSIMD_SPMD_WRAP1(cospi)
MUSIMD_SPMD_WRAP1(lgamma)
MUSIMD_SPMD_WRAP1(tgamma)
MUSIMD_SPMD_WRAP1(erf)
MUSIMD_SPMD_WRAP1(erfc)
MUSIMD_SPMD_WRAP2(orb)
MUSIMD_SPMD_WRAP2(andb)
MUSIMD_SPMD_WRAP2(andnotb)
MUSIMD_SPMD_WRAP2(xorb)
MUSIMD_SPMD_WRAP2(add)
MUSIMD_SPMD_WRAP2(sub)
MUSIMD_SPMD_WRAP2(mul)
MUSIMD_SPMD_WRAP2(min)
MUSIMD_SPMD_WRAP2(max)
MUSIMD_SPMD_WRAP2(adds)
MUSIMD_SPMD_WRAP2(subs)
MUSIMD_SPMD_WRAP2(eq)
MUSIMD_SPMD_WRAP2(ne)
MUSIMD_SPMD_WRAP2(gt)
MUSIMD_SPMD_WRAP2(ge)
MUSIMD_SPMD_WRAP2(lt)
MUSIMD_SPMD_WRAP2(le)
MUSIMD_SPMD_WRAP2(atan2)
MUSIMD_SPMD_WRAP2(pow)
MUSIMD_SPMD_WRAP2(hypot)
MUSIMD_SPMD_WRAP2(remainder)
MUSIMD_SPMD_WRAP2(fmod)
MUSIMD_SPMD_WRAP3(fma)
MUSIMD_SPMD_WRAP3(fnma)
MUSIMD_SPMD_WRAP3(fms)
MUSIMD_SPMD_WRAP3(fnms)
MUSIMD_SPMD_WRAP_SHIFT(shl)
MUSIMD_SPMD_WRAP_SHIFT(shr)
MUSIMD_SPMD_WRAP_SHIFT(shra)
#undef MUSIMD_SPMD_WRAP1
#undef MUSIMD_SPMD_WRAP2
#undef MUSIMD_SPMD_WRAP3
#undef MUSIMD_SPMD_WRAP_SHIFT

template <int bits, typename A, typename B>
MUSIMD_SPMD_CALL auto call_div(bool active, A a, B b) {
    using T = type_of<bits, A, B>;
    return div(active, static_cast<T>(a), static_cast<T>(b));
}

// ---- what the keywords need

// T() of what has returned: an element that it may not access.
template <typename T>
MUSIMD_SPMD_CALL std::remove_const_t<T> load(bool active, T* element) {
    return active ? *element : std::remove_const_t<T>(0);
}
template <typename T, typename Value>
MUSIMD_SPMD_CALL void assign(T& to, const Value& value) {
    to = static_cast<T>(value);
}

// `return` of a kernel, which gives nothing; of a type that is not known before the template's arguments are.
template <int bits>
MUSIMD_SPMD_CALL void leave() {}

}  // namespace spmd

// ---- kernels and device functions
//
// spmd_bits: the launch's width; spmd_i: the element; spmd_active: whether it has not returned yet. That is
// known of a kernel, which k_return leaves at once. A device function may have a value to give behind
// k_return, by a `return` of C++: what follows k_return there is gone through without effect. (An infix
// division there, outside k_set and k_store, is done.)

#ifdef __CUDACC__
#define spmd_kernel_head_(name, ...)                                                                  \
    __global__ void name(__VA_ARGS__, std::int64_t spmd_n) {                                          \
        const std::int64_t spmd_i = threadIdx.x + static_cast<std::int64_t>(blockIdx.x) * blockDim.x; \
        if (spmd_i >= spmd_n) return;                                                                 \
        spmd_kernel_begin_
#define spmd_start_(n, threads, ...)                                                              \
    <<<static_cast<unsigned>(((n) + (threads)-1) / (threads)), static_cast<unsigned>(threads)>>>( \
        __VA_ARGS__, static_cast<std::int64_t>(n))
#define spmd_launch_kernel_1d(name, bits, threads, n, ...) name<bits> spmd_start_(n, threads, __VA_ARGS__)
#define spmd_launch_tmpl_kernel_1d(name, argument, bits, threads, n, ...) \
    name<argument, bits> spmd_start_(n, threads, __VA_ARGS__)
#else
#define spmd_kernel_head_(name, ...)                    \
    void name(const std::int64_t spmd_i, __VA_ARGS__) { \
        spmd_kernel_begin_
#define spmd_launch_kernel_1d(name, bits, unroll, n, ...)                          \
    for (std::int64_t spmd_i = 0; spmd_i < static_cast<std::int64_t>(n); ++spmd_i) \
    name<bits>(spmd_i, __VA_ARGS__)
#define spmd_launch_tmpl_kernel_1d(name, argument, bits, unroll, n, ...)           \
    for (std::int64_t spmd_i = 0; spmd_i < static_cast<std::int64_t>(n); ++spmd_i) \
    name<argument, bits>(spmd_i, __VA_ARGS__)
#endif

#define spmd_kernel_begin_                         \
    constexpr bool spmd_in_kernel = spmd_bits > 0; \
    constexpr bool spmd_active = true;             \
    (void)spmd_i, (void)spmd_active, (void)spmd_in_kernel;
#define spmd_dev_func_head_(type_name, ...)                                                               \
    MUSIMD_SPMD_DEVICE type_name(const std::int64_t spmd_i, const bool spmd_caller_active, __VA_ARGS__) { \
        constexpr bool spmd_in_kernel = spmd_bits < 0;                                                    \
        bool spmd_active = spmd_caller_active;                                                            \
        (void)spmd_i, (void)spmd_active, (void)spmd_in_kernel;

#define spmd_kernel_1d(name, ...) \
    template <int spmd_bits>      \
    spmd_kernel_head_(name, __VA_ARGS__)
#define spmd_tmpl_kernel_1d(name, parameter, ...) \
    template <typename parameter, int spmd_bits>  \
    spmd_kernel_head_(name, __VA_ARGS__)
#define spmd_kernel_end }

#define spmd_dev_func(type_name, ...) \
    template <int spmd_bits>          \
    spmd_dev_func_head_(type_name, __VA_ARGS__)
#define spmd_tmpl_dev_func(type_name, parameter, ...) \
    template <typename parameter, int spmd_bits>      \
    spmd_dev_func_head_(type_name, __VA_ARGS__)
#define spmd_dev_func_end }

#define spmd_call_dev_func(name, ...) name<spmd_bits>(spmd_i, spmd_active, __VA_ARGS__)
#define spmd_call_tmpl_dev_func(name, argument, ...) \
    name<argument, spmd_bits>(spmd_i, spmd_active, __VA_ARGS__)

// ---- keywords

#define k_int typename spmd::type_t<spmd_bits>::itype
#define k_uint typename spmd::type_t<spmd_bits>::utype
#define k_float typename spmd::type_t<spmd_bits>::ftype
#define k_bool bool

#define k_load(pointer) spmd::load(spmd_active, &(pointer)[spmd_i])
#define k_store(pointer, value) (spmd_active ? spmd::assign((pointer)[spmd_i], value) : static_cast<void>(0))
#define k_set(variable, value) (spmd_active ? spmd::assign(variable, value) : static_cast<void>(0))
// One element knows of no others that could be dormant.
#define k_unmasked_load(pointer) k_load(pointer)
#define k_unmasked_store(pointer, value) k_store(pointer, value)
#define k_unmasked_set(variable, value) k_set(variable, value)

#define k_if(condition) if (spmd_active && (condition)) {
#define k_elseif(condition) \
    }                       \
    else if (spmd_active && (condition)) {
#define k_else \
    }          \
    else if (spmd_active) {
#define k_endif }
#define k_while(condition) while (spmd_active && (condition)) {
#define k_endwhile }
#define k_break break
#define k_continue continue
#define k_return                                                 \
    do {                                                         \
        if constexpr (spmd_in_kernel) {                          \
            return spmd::leave<spmd_bits>();                     \
        } else {                                                 \
            spmd::assign(const_cast<bool&>(spmd_active), false); \
        }                                                        \
    } while (0)

// ---- functions

#define k_orb(a, b) spmd::call_orb<spmd_bits>(a, b)
#define k_andb(a, b) spmd::call_andb<spmd_bits>(a, b)
#define k_andnotb(a, b) spmd::call_andnotb<spmd_bits>(a, b)
#define k_xorb(a, b) spmd::call_xorb<spmd_bits>(a, b)
#define k_notb(a) spmd::call_notb<spmd_bits>(a)
#define k_orl(a, b) (static_cast<bool>(a) | static_cast<bool>(b))
#define k_andl(a, b) (static_cast<bool>(a) & static_cast<bool>(b))
#define k_andnotl(a, b) (static_cast<bool>(a) & !static_cast<bool>(b))
#define k_xorl(a, b) (static_cast<bool>(a) != static_cast<bool>(b))
#define k_notl(a) (!static_cast<bool>(a))
#define k_add(a, b) spmd::call_add<spmd_bits>(a, b)
#define k_sub(a, b) spmd::call_sub<spmd_bits>(a, b)
#define k_mul(a, b) spmd::call_mul<spmd_bits>(a, b)
#define k_div(a, b) spmd::call_div<spmd_bits>(spmd_active, a, b)
#define k_neg(a) spmd::call_neg<spmd_bits>(a)
#define k_abs(a) spmd::call_abs<spmd_bits>(a)
#define k_min(a, b) spmd::call_min<spmd_bits>(a, b)
#define k_max(a, b) spmd::call_max<spmd_bits>(a, b)
#define k_adds(a, b) spmd::call_adds<spmd_bits>(a, b)
#define k_subs(a, b) spmd::call_subs<spmd_bits>(a, b)
#define k_fma(a, b, c) spmd::call_fma<spmd_bits>(a, b, c)
#define k_fnma(a, b, c) spmd::call_fnma<spmd_bits>(a, b, c)
#define k_fms(a, b, c) spmd::call_fms<spmd_bits>(a, b, c)
#define k_fnms(a, b, c) spmd::call_fnms<spmd_bits>(a, b, c)
#define k_eq(a, b) spmd::call_eq<spmd_bits>(a, b)
#define k_ne(a, b) spmd::call_ne<spmd_bits>(a, b)
#define k_gt(a, b) spmd::call_gt<spmd_bits>(a, b)
#define k_ge(a, b) spmd::call_ge<spmd_bits>(a, b)
#define k_lt(a, b) spmd::call_lt<spmd_bits>(a, b)
#define k_le(a, b) spmd::call_le<spmd_bits>(a, b)
#define k_shl(a, count) spmd::call_shl<spmd_bits>(a, count)
#define k_shr(a, count) spmd::call_shr<spmd_bits>(a, count)
#define k_shra(a, count) spmd::call_shra<spmd_bits>(a, count)
#define k_ceil(a) spmd::call_ceil<spmd_bits>(a)
#define k_floor(a) spmd::call_floor<spmd_bits>(a)
#define k_trunc(a) spmd::call_trunc<spmd_bits>(a)
#define k_round_to_even(a) spmd::call_round_to_even<spmd_bits>(a)
#define k_sqrt(a) spmd::call_sqrt<spmd_bits>(a)
#define k_rec(a) spmd::call_rec<spmd_bits>(a)
#define k_rec11(a) k_rec(a)
#define k_rec8(a) k_rec(a)
#define k_rsqrt11(a) spmd::call_rsqrt<spmd_bits>(a)
#define k_rsqrt8(a) k_rsqrt11(a)
#define k_to_mask(to, a) spmd::to_mask<to>(a)
#define k_to_logical(a) spmd::call_to_logical<spmd_bits>(a)
#define k_to_bool(a) static_cast<bool>(a)
#define k_reinterpret(to, a) spmd::bits_as<to>(a)
#define k_cvt(to, a) spmd::cvt<to>(a)
#define k_f32_to_f16(a) f16(a)
#define k_f16_to_f32(a) static_cast<f32>(a)
#define k_sin_u10(a) spmd::call_sin<spmd_bits>(a)
#define k_sin_u35(a) spmd::call_sin<spmd_bits>(a)
#define k_cos_u10(a) spmd::call_cos<spmd_bits>(a)
#define k_cos_u35(a) spmd::call_cos<spmd_bits>(a)
#define k_tan_u10(a) spmd::call_tan<spmd_bits>(a)
#define k_tan_u35(a) spmd::call_tan<spmd_bits>(a)
#define k_asin_u10(a) spmd::call_asin<spmd_bits>(a)
#define k_asin_u35(a) spmd::call_asin<spmd_bits>(a)
#define k_acos_u10(a) spmd::call_acos<spmd_bits>(a)
#define k_acos_u35(a) spmd::call_acos<spmd_bits>(a)
#define k_atan_u10(a) spmd::call_atan<spmd_bits>(a)
#define k_atan_u35(a) spmd::call_atan<spmd_bits>(a)
#define k_atan2_u10(a, b) spmd::call_atan2<spmd_bits>(a, b)
#define k_atan2_u35(a, b) spmd::call_atan2<spmd_bits>(a, b)
#define k_log_u10(a) spmd::call_log<spmd_bits>(a)
#define k_log_u35(a) spmd::call_log<spmd_bits>(a)
#define k_cbrt_u10(a) spmd::call_cbrt<spmd_bits>(a)
#define k_cbrt_u35(a) spmd::call_cbrt<spmd_bits>(a)
#define k_sinh_u10(a) spmd::call_sinh<spmd_bits>(a)
#define k_sinh_u35(a) spmd::call_sinh<spmd_bits>(a)
#define k_cosh_u10(a) spmd::call_cosh<spmd_bits>(a)
#define k_cosh_u35(a) spmd::call_cosh<spmd_bits>(a)
#define k_tanh_u10(a) spmd::call_tanh<spmd_bits>(a)
#define k_tanh_u35(a) spmd::call_tanh<spmd_bits>(a)
#define k_exp2_u10(a) spmd::call_exp2<spmd_bits>(a)
#define k_exp2_u35(a) spmd::call_exp2<spmd_bits>(a)
#define k_exp10_u10(a) spmd::call_exp10<spmd_bits>(a)
#define k_exp10_u35(a) spmd::call_exp10<spmd_bits>(a)
#define k_log2_u10(a) spmd::call_log2<spmd_bits>(a)
#define k_log2_u35(a) spmd::call_log2<spmd_bits>(a)
#define k_exp_u10(a) spmd::call_exp<spmd_bits>(a)
#define k_pow_u10(a, b) spmd::call_pow<spmd_bits>(a, b)
#define k_asinh_u10(a) spmd::call_asinh<spmd_bits>(a)
#define k_acosh_u10(a) spmd::call_acosh<spmd_bits>(a)
#define k_atanh_u10(a) spmd::call_atanh<spmd_bits>(a)
#define k_expm1_u10(a) spmd::call_expm1<spmd_bits>(a)
#define k_log10_u10(a) spmd::call_log10<spmd_bits>(a)
#define k_log1p_u10(a) spmd::call_log1p<spmd_bits>(a)
#define k_lgamma_u10(a) spmd::call_lgamma<spmd_bits>(a)
#define k_tgamma_u10(a) spmd::call_tgamma<spmd_bits>(a)
#define k_erf_u10(a) spmd::call_erf<spmd_bits>(a)
#define k_erfc_u15(a) spmd::call_erfc<spmd_bits>(a)
#define k_sinpi_u05(a) spmd::call_sinpi<spmd_bits>(a)
#define k_cospi_u05(a) spmd::call_cospi<spmd_bits>(a)
#define k_hypot_u05(a, b) spmd::call_hypot<spmd_bits>(a, b)
#define k_hypot_u35(a, b) spmd::call_hypot<spmd_bits>(a, b)
#define k_remainder(a, b) spmd::call_remainder<spmd_bits>(a, b)
#define k_fmod(a, b) spmd::call_fmod<spmd_bits>(a, b)
