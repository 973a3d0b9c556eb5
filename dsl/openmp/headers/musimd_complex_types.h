// Complex numbers of all types.
#pragma once

// By how much the numbers of a quotient are multiplied. Those of float are divided in double.
static float __musimd_scalef(float a, float b, float c, float d) { return 1; }
static float _Complex __musimd_dividedf(float a, float b, float c, float d) {
    double below = (double)c * c + (double)d * d;
    return __builtin_complex((float)(((double)a * c + (double)b * d) / below),
                             (float)(((double)b * c - (double)a * d) / below));
}

// Smith's method, with the scaling of Baudin and Smith.
static double __musimd_scale(double a, double b, double c, double d) {
    double most = __DBL_MAX__ / 2, least = __DBL_MIN__, step = __DBL_EPSILON__, large = most * step;
    double of_c = __builtin_fabs(c), of_d = __builtin_fabs(d), larger = of_c < of_d ? of_d : of_c;
    double scale = larger >= most ? 0.5 : 1;
    a = __builtin_fabs(a);
    b = __builtin_fabs(b);
    int is_small = larger < step || (a < least && b < large && larger < large) ||
                   (b < least && a < large && larger < large);
    return is_small ? scale / step : scale;
}
static double _Complex __musimd_divided(double a, double b, double c, double d) {
    if (__builtin_fabs(c) < __builtin_fabs(d)) {
        double ratio = c / d, below = c * ratio + d;
        if (__builtin_fabs(ratio) > __DBL_MIN__)
            return __builtin_complex((a * ratio + b) / below, (b * ratio - a) / below);
        return __builtin_complex((c * (a / d) + b) / below, (c * (b / d) - a) / below);
    }
    double ratio = d / c, below = d * ratio + c;
    if (__builtin_fabs(ratio) > __DBL_MIN__)
        return __builtin_complex((b * ratio + a) / below, (b - a * ratio) / below);
    return __builtin_complex((a + d * (b / c)) / below, (b - d * (a / c)) / below);
}
static long double __musimd_scalel(long double a, long double b, long double c, long double d) {
    return __musimd_scale((double)a, (double)b, (double)c, (double)d);
}
static long double _Complex __musimd_dividedl(long double a, long double b, long double c, long double d) {
    return __musimd_divided((double)a, (double)b, (double)c, (double)d);
}

#define MUSIMD_REAL double
#define MUSIMD_NAME(name) __musimd_##name
#define MUSIMD_MATH(name) __builtin_##name
#include <musimd_complex.h>
#define MUSIMD_REAL float
#define MUSIMD_NAME(name) __musimd_##name##f
#define MUSIMD_MATH(name) __builtin_##name##f
#include <musimd_complex.h>
#define MUSIMD_REAL long double
#define MUSIMD_NAME(name) __musimd_##name##l
#define MUSIMD_MATH(name) __builtin_##name##l
#include <musimd_complex.h>
