// Directed rounding: down (_rd), up (_ru) and to zero (_rz). Of each operation, the nearest number and the
// sign of what is missing are computed exactly; if the nearest is on the wrong side, its neighbour is the
// result.
#pragma once

#define MUSIMD_ROUNDING static inline __device__

namespace musimd_rounding {

/// The exact result is `nearest` and something of the sign of `rest`. `is_finite`: no operand is infinite, so
/// that an infinite `nearest` is too large.
template <typename Float>
struct Rounded {
    Float nearest;
    double rest;
    bool is_finite;
    bool is_difference;  ///< of equal numbers: a 0 that is negative if it is rounded down
};

MUSIMD_ROUNDING bool is_number(double x) {
    return x - x == 0;
}
MUSIMD_ROUNDING bool is_negative(double x) {
    return __double_as_longlong(x) < 0;
}

MUSIMD_ROUNDING float below(float x) {
    if (x == 0) return __int_as_float((int)0x80000001);
    return __int_as_float(__float_as_int(x) + (x > 0 ? -1 : 1));
}
MUSIMD_ROUNDING double below(double x) {
    if (x == 0) return __longlong_as_double((long long)0x8000000000000001);
    return __longlong_as_double(__double_as_longlong(x) + (x > 0 ? -1 : 1));
}

template <typename Float>
MUSIMD_ROUNDING Float down(const Rounded<Float>& r) {
    if (r.is_difference && r.nearest == 0) return -(Float)0;
    const bool is_over = r.is_finite && !is_number(r.nearest) && r.nearest > 0;
    return is_over || (r.rest < 0 && is_number(r.nearest)) ? below(r.nearest) : r.nearest;
}
template <typename Float>
MUSIMD_ROUNDING Float up(const Rounded<Float>& r) {
    return r.is_difference && r.nearest == 0
               ? r.nearest
               : -down(Rounded<Float>{-r.nearest, -r.rest, r.is_finite, r.is_difference});
}
template <typename Float>
MUSIMD_ROUNDING Float to_zero(const Rounded<Float>& r) {
    if (r.nearest == 0 || r.nearest != r.nearest) return r.nearest;
    return r.nearest > 0 ? down(r) : up(r);
}

/// Of a sum: what its nearest number lacks.
MUSIMD_ROUNDING double rest_of_sum(double x, double y, double sum) {
    return fabs(x) < fabs(y) ? x - (sum - y) : y - (sum - x);
}

// ---- operations of double

constexpr double kTiny = 0x1p-900, kScale = 0x1p600, kRootOfScale = 0x1p300;

MUSIMD_ROUNDING Rounded<double> sum(double x, double y) {
    const double nearest = x + y;
    return {nearest, rest_of_sum(x, y, nearest), is_number(x) && is_number(y),
            x == -y && is_negative(x) != is_negative(y)};
}
MUSIMD_ROUNDING Rounded<double> product(double x, double y) {
    const double nearest = x * y;
    const bool is_finite = is_number(x) && is_number(y);
    double rest = 0;
    if (nearest == 0 && x != 0 && y != 0)
        rest = is_negative(nearest) ? -1 : 1;
    else if (fabs(nearest) >= kTiny)
        rest = fma(x, y, -nearest);
    else if (fabs(x) < fabs(y))
        rest = fma(x * kScale, y, -nearest * kScale);
    else
        rest = fma(x, y * kScale, -nearest * kScale);
    return {nearest, rest, is_finite, false};
}
MUSIMD_ROUNDING Rounded<double> quotient(double x, double y) {
    const double nearest = x / y;
    const bool is_finite = is_number(x) && is_number(y) && y != 0;
    if (!is_finite) return {nearest, 0, false, false};
    double rest = 0;
    if (fabs(x) >= kTiny)
        rest = fma(-nearest, y, x);
    else if (fabs(nearest) < 1)
        rest = fma(-nearest * kScale, y, x * kScale);
    else
        rest = fma(-nearest, y * kScale, x * kScale);
    return {nearest, is_negative(y) ? -rest : rest, true, false};
}
MUSIMD_ROUNDING Rounded<double> root(double x) {
    const double nearest = sqrt(x);
    if (x >= kTiny) return {nearest, fma(-nearest, nearest, x), is_number(x), false};
    return {nearest, fma(-nearest * kRootOfScale, nearest * kRootOfScale, x * kScale), true, false};
}

// ---- operations of float: those of double, which has enough bits that only its last rounding counts

MUSIMD_ROUNDING Rounded<float> narrow(const Rounded<double>& r) {
    const float nearest = (float)r.nearest;
    const double rest = r.nearest - nearest;
    return {nearest, rest != 0 ? rest : r.rest, r.is_finite, r.is_difference};
}
MUSIMD_ROUNDING Rounded<float> narrow(double x) {
    return narrow({x, 0, is_number(x), false});
}
MUSIMD_ROUNDING Rounded<float> sum(float x, float y) {
    return narrow(sum((double)x, (double)y));
}
MUSIMD_ROUNDING Rounded<float> product(float x, float y) {
    return narrow(product((double)x, (double)y));
}
MUSIMD_ROUNDING Rounded<float> quotient(float x, float y) {
    return narrow(quotient((double)x, (double)y));
}
MUSIMD_ROUNDING Rounded<float> root(float x) {
    return narrow(root((double)x));
}
MUSIMD_ROUNDING Rounded<float> multiply_add(float x, float y, float z) {
    return narrow(sum((double)x * y, (double)z));
}

}  // namespace musimd_rounding

#define MUSIMD_DIRECTED(suffix, rounded)                               \
    MUSIMD_ROUNDING float __fadd_##suffix(float x, float y) {          \
        return rounded(musimd_rounding::sum(x, y));                    \
    }                                                                  \
    MUSIMD_ROUNDING float __fsub_##suffix(float x, float y) {          \
        return rounded(musimd_rounding::sum(x, -y));                   \
    }                                                                  \
    MUSIMD_ROUNDING float __fmul_##suffix(float x, float y) {          \
        return rounded(musimd_rounding::product(x, y));                \
    }                                                                  \
    MUSIMD_ROUNDING float __fdiv_##suffix(float x, float y) {          \
        return rounded(musimd_rounding::quotient(x, y));               \
    }                                                                  \
    MUSIMD_ROUNDING float __frcp_##suffix(float x) {                   \
        return rounded(musimd_rounding::quotient(1.0f, x));            \
    }                                                                  \
    MUSIMD_ROUNDING float __fsqrt_##suffix(float x) {                  \
        return rounded(musimd_rounding::root(x));                      \
    }                                                                  \
    MUSIMD_ROUNDING float __fmaf_##suffix(float x, float y, float z) { \
        return rounded(musimd_rounding::multiply_add(x, y, z));        \
    }                                                                  \
    MUSIMD_ROUNDING double __dadd_##suffix(double x, double y) {       \
        return rounded(musimd_rounding::sum(x, y));                    \
    }                                                                  \
    MUSIMD_ROUNDING double __dsub_##suffix(double x, double y) {       \
        return rounded(musimd_rounding::sum(x, -y));                   \
    }                                                                  \
    MUSIMD_ROUNDING double __dmul_##suffix(double x, double y) {       \
        return rounded(musimd_rounding::product(x, y));                \
    }                                                                  \
    MUSIMD_ROUNDING double __ddiv_##suffix(double x, double y) {       \
        return rounded(musimd_rounding::quotient(x, y));               \
    }                                                                  \
    MUSIMD_ROUNDING double __drcp_##suffix(double x) {                 \
        return rounded(musimd_rounding::quotient(1.0, x));             \
    }                                                                  \
    MUSIMD_ROUNDING double __dsqrt_##suffix(double x) {                \
        return rounded(musimd_rounding::root(x));                      \
    }                                                                  \
    MUSIMD_ROUNDING float __double2float_##suffix(double x) {          \
        return rounded(musimd_rounding::narrow(x));                    \
    }                                                                  \
    MUSIMD_ROUNDING float __int2float_##suffix(int x) {                \
        return rounded(musimd_rounding::narrow((double)x));            \
    }                                                                  \
    MUSIMD_ROUNDING float __uint2float_##suffix(unsigned x) {          \
        return rounded(musimd_rounding::narrow((double)x));            \
    }

MUSIMD_DIRECTED(rd, musimd_rounding::down)
MUSIMD_DIRECTED(ru, musimd_rounding::up)
MUSIMD_DIRECTED(rz, musimd_rounding::to_zero)
#undef MUSIMD_DIRECTED
