// semantics/typed/floats.hpp with the processor's floats, which round as IEEE 754 does, for builds without
// MPFR. Operations that no processor rounds correctly are not here: a program with one of them is not run
// (unavailable.hpp).
//
// f16 is computed in double and rounded again. That is as if rounded once:
//   - add, sub, mul, rem and the roundings to an integer are exact in double: sums of f16 have 41 bits,
//   products 22.
//   - A quotient, or a square root, could be rounded to the middle m between two f16 only if it were closer
//   to m than
//     2^-53 m, but not m. m has at most 12 bits. For a/b with a and b of 11 bits, |a − mb| is a multiple of
//     the last bit of a or of mb, which have at most 23 bits: a/b differs from m by more than 2^-24 m. For √x
//     with x of 11 bits, |x − m²| is a multiple of the last bit of x or of m², which has at most 24 bits, so
//     √x differs from m by more than 2^-26 m.
//   - The sum of fma is rounded to odd: see product_and_sum.

#include "semantics/typed/floats.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "semantics/typed/integers.hpp"

namespace musimd::typed {
namespace {

// ---- patterns and numbers

std::uint64_t sign_bit(Type type) {
    return std::uint64_t{1} << (width_of(type) - 1);
}

double double_of_half(std::uint64_t pattern) {
    const std::uint64_t magnitude = pattern & 0x7FFF;
    double x = 0;
    if (magnitude > infinity_of(Type::f16)) {
        x = std::numeric_limits<double>::quiet_NaN();
    } else if (magnitude == infinity_of(Type::f16)) {
        x = std::numeric_limits<double>::infinity();
    } else {
        const auto exponent = static_cast<int>(magnitude >> 10);
        const auto fraction = static_cast<double>(magnitude & 0x3FF);
        x = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    }
    return (pattern & 0x8000) != 0 ? -x : x;
}

// Rounds to the nearest, ties to even.
std::uint64_t half_of(double x) {
    const std::uint64_t sign = std::signbit(x) ? 0x8000 : 0;
    const double magnitude = std::fabs(x);
    if (magnitude >= 65520) return sign | infinity_of(Type::f16);
    // 2^last is the last bit of the significand. Neighbouring numbers have neighbouring patterns, so a carry
    // is right.
    const int last = magnitude < 0x1p-14 ? -24 : std::ilogb(magnitude) - 10;
    const auto significand = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, -last)));
    return sign | (significand + (static_cast<std::uint64_t>(last + 24) << 10));
}

// Exact: every f16 and f32 is a double.
double double_of(Value word, Type type) {
    const std::uint64_t pattern = pattern_of_word(word, type);
    if (type == Type::f64) return std::bit_cast<double>(pattern);
    if (type == Type::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
    return double_of_half(pattern);
}

// x rounded to the type.
Value word_of_float(double x, Type type) {
    if (std::isnan(x)) return word_of_pattern(canonical_nan_of(type), type);
    if (type == Type::f64) return word_of_pattern(std::bit_cast<std::uint64_t>(x), type);
    if (type == Type::f32) return word_of_pattern(std::bit_cast<std::uint32_t>(static_cast<float>(x)), type);
    return word_of_pattern(half_of(x), type);
}

// ---- comparisons

// Comparisons with a NaN return 0, `ne` returns 1.
bool compare(TypedOperation operation, double x, double y) {
    switch (operation) {
        case TypedOperation::eq:
            return x == y;
        case TypedOperation::ne:
            return x != y;
        case TypedOperation::lt:
            return x < y;
        case TypedOperation::le:
            return x <= y;
        case TypedOperation::gt:
            return x > y;
        case TypedOperation::ge:
            return x >= y;
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
            break;
    }
    assert(false && "no comparison");
    return false;
}

// minimumNumber or maximumNumber of IEEE 754-2019: a NaN loses, −0 < +0.
double extremum(bool smaller, double x, double y) {
    if (std::isnan(x)) return y;
    if (std::isnan(y)) return x;
    const bool is_less = x == y ? std::signbit(x) : x < y;
    return is_less == smaller ? x : y;
}

// ---- operations that round

// x · y + z of f16 or f32, for rounding to them. The product is exact, of at most 48 bits. The sum is rounded
// to odd: if it is not exact, its last bit becomes 1. Rounding that to 24 bits or fewer is then as if rounded
// once (Boldo and Melquiond).
double product_and_sum(double x, double y, double z) {
    const double product = x * y;
    const double sum = product + z;
    if (!std::isfinite(sum)) return sum;
    const double of_z = sum - product;
    const double error = (product - (sum - of_z)) + (z - of_z);
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    if (error == 0 || bits % 2 == 1) return sum;
    const bool away_from_zero = (error > 0) == (sum > 0);
    return std::bit_cast<double>(away_from_zero ? bits + 1 : bits - 1);
}

// In the precision of a Number.
template <typename Number>
Number compute(TypedOperation operation, Number x, Number y, Number z) {
    if (operation == TypedOperation::remainder) return std::remainder(x, y);
    switch (operation) {
        case TypedOperation::add:
            return x + y;
        case TypedOperation::sub:
            return x - y;
        case TypedOperation::mul:
            return x * y;
        case TypedOperation::div:
            return x / y;
        case TypedOperation::rem:
            return std::fmod(x, y);
        case TypedOperation::sqrt:
            return std::sqrt(x);
        case TypedOperation::fma:
            return std::fma(x, y, z);
        case TypedOperation::ceil:
            return std::ceil(x);
        case TypedOperation::floor:
            return std::floor(x);
        case TypedOperation::trunc:
            return std::trunc(x);
        case TypedOperation::round:
            return std::nearbyint(x);
        case TypedOperation::rec:
            return 1 / x;
        case TypedOperation::min:
        case TypedOperation::max:
            return static_cast<Number>(extremum(operation == TypedOperation::min, x, y));
#define MUSIMD_TYPED_ARITHMETIC(...)
#define MUSIMD_TYPED_FLOATING(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
        case TypedOperation::neg:
        case TypedOperation::abs:
            break;
    }
    assert(false && "not an operation on floats that this build has");
    return std::numeric_limits<Number>::quiet_NaN();
}

}  // namespace

Value apply_to_floats(TypedOperation operation, Type type, const TypedOperands& operands) {
    const std::uint64_t first = pattern_of_word(operands[0], type);
    if (operation == TypedOperation::neg) return word_of_pattern(first ^ sign_bit(type), type);
    if (operation == TypedOperation::abs) return word_of_pattern(first & ~sign_bit(type), type);
    const double x = double_of(operands[0], type);
    const double y = double_of(operands[1], type);
    if (is_comparison(operation)) return compare(operation, x, y) ? 1 : 0;
    const double z = double_of(operands[2], type);
    if (operation == TypedOperation::fma && type != Type::f64)
        return word_of_float(product_and_sum(x, y, z), type);
    if (type == Type::f32)
        return word_of_float(compute(operation, static_cast<float>(x), static_cast<float>(y), 0.0F), type);
    return word_of_float(compute(operation, x, y, z), type);
}

Value float_of(Integer x, Type type) {
    const auto as = [&](auto number) { return word_of_float(number, type); };
    if (x < 0) {
        const auto negative = static_cast<std::int64_t>(x);
        return type == Type::f32 ? as(static_cast<float>(negative)) : as(static_cast<double>(negative));
    }
    // To f16 in two roundings: integers of more than 53 bits are infinite.
    const auto positive = static_cast<std::uint64_t>(x);
    return type == Type::f32 ? as(static_cast<float>(positive)) : as(static_cast<double>(positive));
}

Value float_of_float(Value word, Type from, Type type) {
    return word_of_float(double_of(word, from), type);
}

tl::expected<Value, TrapKind> integer_of_float(Value word, Type from, Type type) {
    const double x = std::trunc(double_of(word, from));
    // Every T is below 2^64.
    if (std::isnan(x) || std::fabs(x) >= 0x1p64) return tl::unexpected(TrapKind::overflow);
    const auto magnitude = static_cast<Integer>(static_cast<std::uint64_t>(std::fabs(x)));
    const Integer truncated = x < 0 ? -magnitude : magnitude;
    if (truncated < least(type) || truncated > largest(type)) return tl::unexpected(TrapKind::overflow);
    return word_of(truncated, type);
}

}  // namespace musimd::typed
