// <complex.h>, and products and quotients as GCC's library computes them, for MUSIMD_REAL, whose functions have the
// names MUSIMD_NAME. Included once per type.

#define MUSIMD_COMPLEX MUSIMD_REAL _Complex

// What overflows to two NaNs may be infinite.
static MUSIMD_COMPLEX MUSIMD_NAME(product)(MUSIMD_REAL a, MUSIMD_REAL b, MUSIMD_REAL c, MUSIMD_REAL d) {
    MUSIMD_REAL re = a * c - b * d, im = a * d + b * c;
    if (re == re || im == im) return __builtin_complex(re, im);
    MUSIMD_REAL zero = 0, infinity = (MUSIMD_REAL)__builtin_inf();
    int is_infinite = 0;
    if (__builtin_isinf(a) || __builtin_isinf(b)) {
        a = MUSIMD_MATH(copysign)(__builtin_isinf(a) ? 1 : zero, a);
        b = MUSIMD_MATH(copysign)(__builtin_isinf(b) ? 1 : zero, b);
        if (c != c) c = MUSIMD_MATH(copysign)(zero, c);
        if (d != d) d = MUSIMD_MATH(copysign)(zero, d);
        is_infinite = 1;
    }
    if (__builtin_isinf(c) || __builtin_isinf(d)) {
        c = MUSIMD_MATH(copysign)(__builtin_isinf(c) ? 1 : zero, c);
        d = MUSIMD_MATH(copysign)(__builtin_isinf(d) ? 1 : zero, d);
        if (a != a) a = MUSIMD_MATH(copysign)(zero, a);
        if (b != b) b = MUSIMD_MATH(copysign)(zero, b);
        is_infinite = 1;
    }
    if (!is_infinite && (__builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) ||
                         __builtin_isinf(b * c))) {
        if (a != a) a = MUSIMD_MATH(copysign)(zero, a);
        if (b != b) b = MUSIMD_MATH(copysign)(zero, b);
        if (c != c) c = MUSIMD_MATH(copysign)(zero, c);
        if (d != d) d = MUSIMD_MATH(copysign)(zero, d);
        is_infinite = 1;
    }
    if (!is_infinite) return __builtin_complex(re, im);
    return __builtin_complex(infinity * (a * c - b * d), infinity * (a * d + b * c));
}

// Of a quotient that is two NaNs.
static MUSIMD_COMPLEX MUSIMD_NAME(repaired)(MUSIMD_REAL a, MUSIMD_REAL b, MUSIMD_REAL c, MUSIMD_REAL d,
                                            MUSIMD_COMPLEX quotient) {
    MUSIMD_REAL zero = 0, infinity = (MUSIMD_REAL)__builtin_inf();
    if (c == 0 && d == 0 && (a == a || b == b))
        return __builtin_complex(MUSIMD_MATH(copysign)(infinity, c) * a, MUSIMD_MATH(copysign)(infinity, c) * b);
    if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = MUSIMD_MATH(copysign)(__builtin_isinf(a) ? 1 : zero, a);
        b = MUSIMD_MATH(copysign)(__builtin_isinf(b) ? 1 : zero, b);
        return __builtin_complex(infinity * (a * c + b * d), infinity * (b * c - a * d));
    }
    if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = MUSIMD_MATH(copysign)(__builtin_isinf(c) ? 1 : zero, c);
        d = MUSIMD_MATH(copysign)(__builtin_isinf(d) ? 1 : zero, d);
        return __builtin_complex(zero * (a * c + b * d), zero * (b * c - a * d));
    }
    return quotient;
}

static MUSIMD_COMPLEX MUSIMD_NAME(quotient)(MUSIMD_REAL a, MUSIMD_REAL b, MUSIMD_REAL c, MUSIMD_REAL d) {
    MUSIMD_REAL scale = MUSIMD_NAME(scale)(a, b, c, d);
    a = a * scale;
    b = b * scale;
    c = c * scale;
    d = d * scale;
    MUSIMD_COMPLEX result = MUSIMD_NAME(divided)(a, b, c, d);
    if (__real__ result == __real__ result || __imag__ result == __imag__ result) return result;
    return MUSIMD_NAME(repaired)(a, b, c, d, result);
}

static MUSIMD_REAL MUSIMD_NAME(creal)(MUSIMD_COMPLEX z) { return __real__ z; }
static MUSIMD_REAL MUSIMD_NAME(cimag)(MUSIMD_COMPLEX z) { return __imag__ z; }
static MUSIMD_COMPLEX MUSIMD_NAME(conj)(MUSIMD_COMPLEX z) { return __builtin_complex(__real__ z, -__imag__ z); }
static MUSIMD_REAL MUSIMD_NAME(cabs)(MUSIMD_COMPLEX z) { return MUSIMD_MATH(hypot)(__real__ z, __imag__ z); }
static MUSIMD_REAL MUSIMD_NAME(carg)(MUSIMD_COMPLEX z) { return MUSIMD_MATH(atan2)(__imag__ z, __real__ z); }
static MUSIMD_COMPLEX MUSIMD_NAME(cproj)(MUSIMD_COMPLEX z) {
    if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z)) return z;
    return __builtin_complex((MUSIMD_REAL)__builtin_inf(), MUSIMD_MATH(copysign)((MUSIMD_REAL)0, __imag__ z));
}
static MUSIMD_COMPLEX MUSIMD_NAME(cexp)(MUSIMD_COMPLEX z) {
    MUSIMD_REAL x = __real__ z, y = __imag__ z, length = MUSIMD_MATH(exp)(x);
    if (y == 0) return __builtin_complex(length, y);
    return __builtin_complex(length * MUSIMD_MATH(cos)(y), length * MUSIMD_MATH(sin)(y));
}
// Near 1, where the logarithm of the length is small, by its distance from 1.
static MUSIMD_COMPLEX MUSIMD_NAME(clog)(MUSIMD_COMPLEX z) {
    MUSIMD_REAL x = MUSIMD_MATH(fabs)(__real__ z), y = MUSIMD_MATH(fabs)(__imag__ z);
    MUSIMD_REAL angle = MUSIMD_MATH(atan2)(__imag__ z, __real__ z), length = MUSIMD_MATH(hypot)(x, y);
    MUSIMD_REAL larger = x < y ? y : x, smaller = x < y ? x : y;
    if (length <= (MUSIMD_REAL)0.5 || length >= 2) return __builtin_complex(MUSIMD_MATH(log)(length), angle);
    MUSIMD_REAL more = (larger - 1) * (larger + 1) + smaller * smaller;
    return __builtin_complex(MUSIMD_MATH(log1p)(more) / 2, angle);
}
static MUSIMD_COMPLEX MUSIMD_NAME(cpow)(MUSIMD_COMPLEX base, MUSIMD_COMPLEX exponent) {
    return MUSIMD_NAME(cexp)(exponent * MUSIMD_NAME(clog)(base));
}
static MUSIMD_COMPLEX MUSIMD_NAME(csqrt)(MUSIMD_COMPLEX z) {
    MUSIMD_REAL x = __real__ z, y = __imag__ z, half = (MUSIMD_REAL)0.5, zero = 0;
    if (y == 0 && x < 0) return __builtin_complex(zero, MUSIMD_MATH(copysign)(MUSIMD_MATH(sqrt)(-x), y));
    if (y == 0) return __builtin_complex(MUSIMD_MATH(fabs)(MUSIMD_MATH(sqrt)(x)), MUSIMD_MATH(copysign)(zero, y));
    if (x == 0) {
        MUSIMD_REAL both = MUSIMD_MATH(sqrt)(half * MUSIMD_MATH(fabs)(y));
        return __builtin_complex(both, MUSIMD_MATH(copysign)(both, y));
    }
    MUSIMD_REAL length = MUSIMD_MATH(hypot)(x, y);
    if (x > 0) {
        MUSIMD_REAL re = MUSIMD_MATH(sqrt)(half * (length + x));
        return __builtin_complex(re, MUSIMD_MATH(copysign)(half * (y / re), y));
    }
    MUSIMD_REAL im = MUSIMD_MATH(sqrt)(half * (length - x));
    return __builtin_complex(MUSIMD_MATH(fabs)(half * (y / im)), MUSIMD_MATH(copysign)(im, y));
}
static MUSIMD_COMPLEX MUSIMD_NAME(csinh)(MUSIMD_COMPLEX z) {
    MUSIMD_REAL x = __real__ z, y = __imag__ z;
    return __builtin_complex(MUSIMD_MATH(sinh)(x) * MUSIMD_MATH(cos)(y), MUSIMD_MATH(cosh)(x) * MUSIMD_MATH(sin)(y));
}
static MUSIMD_COMPLEX MUSIMD_NAME(ccosh)(MUSIMD_COMPLEX z) {
    MUSIMD_REAL x = __real__ z, y = __imag__ z;
    return __builtin_complex(MUSIMD_MATH(cosh)(x) * MUSIMD_MATH(cos)(y), MUSIMD_MATH(sinh)(x) * MUSIMD_MATH(sin)(y));
}
static MUSIMD_COMPLEX MUSIMD_NAME(ctanh)(MUSIMD_COMPLEX z) {
    MUSIMD_REAL x = __real__ z, y = __imag__ z;
    MUSIMD_REAL s = MUSIMD_MATH(sinh)(x), c = MUSIMD_MATH(cos)(y), below = s * s + c * c;
    return __builtin_complex(s * MUSIMD_MATH(cosh)(x) / below, MUSIMD_MATH(sin)(y) * c / below);
}
static MUSIMD_COMPLEX MUSIMD_NAME(csin)(MUSIMD_COMPLEX z) {
    MUSIMD_COMPLEX turned = MUSIMD_NAME(csinh)(__builtin_complex(-__imag__ z, __real__ z));
    return __builtin_complex(__imag__ turned, -__real__ turned);
}
static MUSIMD_COMPLEX MUSIMD_NAME(ccos)(MUSIMD_COMPLEX z) {
    return MUSIMD_NAME(ccosh)(__builtin_complex(-__imag__ z, __real__ z));
}
static MUSIMD_COMPLEX MUSIMD_NAME(ctan)(MUSIMD_COMPLEX z) {
    MUSIMD_COMPLEX turned = MUSIMD_NAME(ctanh)(__builtin_complex(-__imag__ z, __real__ z));
    return __builtin_complex(__imag__ turned, -__real__ turned);
}

#undef MUSIMD_COMPLEX
#undef MUSIMD_REAL
#undef MUSIMD_NAME
#undef MUSIMD_MATH
