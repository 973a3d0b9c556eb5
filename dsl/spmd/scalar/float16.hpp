#pragma once

// The names of types that kernels use, and binary16 in software.

#include <cstdint>
#include <cstring>
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
    // 11 of 53 bits are kept, fewer for a subnormal; a carry correctly increments the exponent.
    const int dropped = exponent < -14 ? 42 + (-14 - exponent) : 42;
    const u64 significand = fraction | 1ull << 52;
    u64 kept = significand >> dropped;
    const u64 rest = significand & ((1ull << dropped) - 1);
    const u64 half = 1ull << (dropped - 1);
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
    if (exponent >= -14) kept += static_cast<u64>(exponent + 14) << 10;
    return static_cast<u16>(sign | static_cast<u32>(kept));
}

/// The number of an f16 pattern.
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

// Rounding sums, products and quotients of f16 to f32 and then to f16 equals rounding them to f16 once.
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
