// The C library computes a result in a wider format, with a known error of a few units in the last place. It
// is used if everything within 32 to 128 such units rounds to the same float (Ziv's test, 1991). Otherwise,
// about once in four million times for f32, MPFR computes it. MPFR also recognizes results that are exact or
// halfway between two floats.

#include "simulator/fast/math.hpp"

#include <cmath>
#include <numbers>

namespace musimd::fast {
#include "simulator/fast/typed_lanes.inc"

namespace {

using Op = TypedOperation;

/// The functions of the table under their names there, each with a relative error of at most kSlack<X>. A row
/// without a function here does not compile.
namespace functions {

using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh;
using std::cbrt, std::cos, std::cosh, std::erf, std::erfc, std::exp, std::exp2, std::expm1;
using std::hypot, std::log, std::log10, std::log1p, std::log2, std::pow, std::remainder;
using std::sin, std::sinh, std::tan, std::tanh, std::tgamma;

template <typename X>
X rsqrt(X x) {
    return 1 / std::sqrt(x);
}

template <typename X>
X exp10(X x) {
    return std::pow(X{10}, x);
}

// std::lgamma would write the sign of gamma(x) to a global variable.
double lgamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}
long double lgamma(long double x) {
    int sign = 0;
    return ::lgammal_r(x, &sign);
}

// x modulo 2 is exact, and so is its distance from the nearest multiple of 1/2: the rest is rounded.
template <typename X>
X sinpi(X x) {
    constexpr X kPi = std::numbers::pi_v<X>;
    const X r = std::remainder(x, X{2});
    const X a = std::fabs(r);
    if (a == 0 || a == 1) return std::copysign(X{0}, x);
    const X size = a <= X{0.25}   ? std::sin(kPi * a)
                   : a <= X{0.75} ? std::cos(kPi * (a - X{0.5}))
                                  : std::sin(kPi * (1 - a));
    return std::copysign(size, r);
}
template <typename X>
X cospi(X x) {
    constexpr X kPi = std::numbers::pi_v<X>;
    const X a = std::fabs(std::remainder(x, X{2}));
    if (a <= X{0.25}) return std::cos(kPi * a);
    return a <= X{0.75} ? std::sin(kPi * (X{0.5} - a)) : -std::cos(kPi * (1 - a));
}

}  // namespace functions

template <typename X>
X approximate(Op operation, X x, X y) {
    switch (operation) {
#define MUSIMD_TYPED_FUNCTION(name, operands, ...) \
    case Op::name:                                 \
        if constexpr (operands == 1) {             \
            return functions::name(x);             \
        } else {                                   \
            return functions::name(x, y);          \
        }
#define MUSIMD_TYPED_OPERATION(name, ...) case Op::name:
#include "isa/typed_operations.def"
        break;
    }
    return 0;
}

// ---- rounding

/// The assumed relative error of approximate<X>: 128 units of f64, 32 of the 64-bit format.
/// The documented errors of the GNU C library are below 10.
template <typename X>
constexpr X kSlack = 0x1p-46;
template <>
constexpr long double kSlack<long double> = 0x1p-58L;

// x rounded to odd in f64, which has more than two extra bits compared to f16 and f32.
double odd_double(long double x) {
    const auto nearest = static_cast<double>(x);
    if (static_cast<long double>(nearest) == x || std::isinf(nearest)) return nearest;
    const auto bits = __builtin_bit_cast(Bits64, nearest);
    if (bits % 2 == 1) return nearest;
    const bool away = std::fabs(x) > std::fabs(static_cast<long double>(nearest));
    return __builtin_bit_cast(double, away ? bits + 1 : bits - 1);
}

template <Type kType>
Word64 word_of_odd(long double x) {
    if constexpr (kType == Type::f64) return word<Type::f64>(x);
    return word<kType>(odd_double(x));
}

template <Type kType>
Word64 rounded_word(Op operation, Word64 a, Word64 b) {
    using X = std::conditional_t<kType == Type::f64, long double, double>;
    const auto x = value<kType>(a);
    const auto y = value<kType>(b);
    const X about = approximate(operation, X{x}, X{y});
    const Word64 least = word<kType>(about * (1 - kSlack<X>));
    if (least == word<kType>(about * (1 + kSlack<X>)) || about != about) return least;
    return word_of_odd<kType>(rounded_to_odd(operation, static_cast<double>(x), static_cast<double>(y)));
}

template <Type kType>
Word64 lane(Op operation, Word64 a, Word64 b) {
    if (operation == Op::rem) return word<kType>(std::fmod(value<kType>(a), value<kType>(b)));
    if (operation == Op::remainder) return word<kType>(std::remainder(value<kType>(a), value<kType>(b)));
    return rounded_word<kType>(operation, a, b);
}

// ---- steps

// Lane by lane, for active lanes.
template <Op kOperation, Type kType>
bool step(Registers& r, const OperandSlots& p) {
    const std::size_t operands = info(kOperation).operands;
    Word64* const bank = static_cast<Word64*>(r.bank);
    const Word64* words[2] = {};
    Bits64 missing = 0;
    for (std::size_t o = 0; o < operands; ++o) {
        words[o] = p.fixed[o] != nullptr ? static_cast<const Word64*>(p.fixed[o]) : bank + p.rows[o];
        const Bits64* defined = r.defined + p.defined[o] * r.mask_words;
        for (std::size_t w = 0; w < r.mask_words; ++w) missing |= r.active[w] & ~defined[w];
    }
    if (missing != 0) return true;
    Word64* results = bank + p.row;
    each_block<0>(r.active, r.lanes, [&](std::size_t base, std::size_t, Bits64 active) {
        for (; active != 0; active &= active - 1) {
            const std::size_t i = base + static_cast<std::size_t>(__builtin_ctzll(active));
            const Word64 a = words[0][p.scalar[0] ? 0 : i];
            const Word64 b = operands == 2 ? words[1][p.scalar[1] ? 0 : i] : 0;
            results[i] = lane<kType>(kOperation, a, b);
        }
    });
    Bits64* defined = r.defined + p.destination * r.mask_words;
    for (std::size_t w = 0; w < r.mask_words; ++w) defined[w] |= r.active[w];
    r.changed = true;
    return false;
}

template <Op kOperation, Type kType>
constexpr StepKernel step_of() {
    if constexpr (is_mathematical(kOperation)) return step<kOperation, kType>;
    return nullptr;
}

}  // namespace

std::int64_t math_word(TypedOperation operation, Type type, std::int64_t a, std::int64_t b) {
    if (type == Type::f16) return lane<Type::f16>(operation, a, b);
    if (type == Type::f32) return lane<Type::f32>(operation, a, b);
    return lane<Type::f64>(operation, a, b);
}

StepKernel math_kernel(TypedOperation operation, Type type) {
    static constexpr StepKernel kSteps[][3] = {
#define MUSIMD_TYPED_OPERATION(name, ...) \
    {step_of<Op::name, Type::f16>(), step_of<Op::name, Type::f32>(), step_of<Op::name, Type::f64>()},
#include "isa/typed_operations.def"
    };
    return kSteps[static_cast<std::size_t>(operation)]
                 [static_cast<std::size_t>(type) - static_cast<std::size_t>(Type::f16)];
}

}  // namespace musimd::fast
