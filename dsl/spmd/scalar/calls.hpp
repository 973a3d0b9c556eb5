#pragma once

// The functions as kernels call them: operands are converted to one type.

#include "dsl/spmd/scalar/math.hpp"

namespace spmd {

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

}  // namespace spmd
