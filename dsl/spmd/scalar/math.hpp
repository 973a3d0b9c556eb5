#pragma once

// The float functions on one element.

#include "dsl/spmd/scalar/arithmetic.hpp"

namespace spmd {

// ---- float functions: computed in a wider type, and rounded

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
// x is reduced to [-1/4, 1/4], exactly.
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

}  // namespace spmd
