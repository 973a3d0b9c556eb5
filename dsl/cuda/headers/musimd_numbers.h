// Functions of numbers that are made of others. The fast forms are as exact as the others: their documented
// bounds hold.
#pragma once

#define MUSIMD_NUMBERS static inline __device__

// ---- bits

MUSIMD_NUMBERS unsigned int __brev(unsigned int x) {
    x = x >> 1 & 0x55555555u | (x & 0x55555555u) << 1;
    x = x >> 2 & 0x33333333u | (x & 0x33333333u) << 2;
    x = x >> 4 & 0x0f0f0f0fu | (x & 0x0f0f0f0fu) << 4;
    x = x >> 8 & 0x00ff00ffu | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}
MUSIMD_NUMBERS unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned int)x) << 32 | __brev((unsigned int)(x >> 32));
}
/// Byte i of the result is the one of y:x that digit i of the selector names.
MUSIMD_NUMBERS unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned int)(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
    return result;
}
MUSIMD_NUMBERS unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int by) {
    return (unsigned int)((((unsigned long long)high << 32 | low) << (by & 31)) >> 32);
}
MUSIMD_NUMBERS unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int by) {
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (by & 31));
}
/// The lane of the n-th 1 of the mask from `from` on; ~0 if it has fewer. With a negative n, downwards.
MUSIMD_NUMBERS unsigned int __fns(unsigned int mask, unsigned int from, int n) {
    if (n == 0) return mask >> from & 1 ? from : 0xffffffffu;
    const int step = n > 0 ? 1 : -1;
    int left = n > 0 ? n : -n;
    for (int lane = (int)from; lane >= 0 && lane < 32; lane += step)
        if (mask >> lane & 1 && --left == 0) return (unsigned int)lane;
    return 0xffffffffu;
}
MUSIMD_NUMBERS long long __mul64hi(long long a, long long b) {
    const unsigned long long al = (unsigned int)a, bl = (unsigned int)b;
    const long long ah = a >> 32, bh = b >> 32;
    const long long middle = ah * (long long)bl + (long long)(al * bl >> 32);
    const long long other = (long long)al * bh + (long long)(unsigned int)middle;
    return ah * bh + (middle >> 32) + (other >> 32);
}
MUSIMD_NUMBERS unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    const unsigned long long al = (unsigned int)a, bl = (unsigned int)b, ah = a >> 32, bh = b >> 32;
    const unsigned long long middle = ah * bl + (al * bl >> 32);
    const unsigned long long other = al * bh + (unsigned int)middle;
    return ah * bh + (middle >> 32) + (other >> 32);
}
MUSIMD_NUMBERS unsigned int __sad(int a, int b, unsigned int c) {
    return c + (a < b ? (unsigned int)b - (unsigned int)a : (unsigned int)a - (unsigned int)b);
}
MUSIMD_NUMBERS int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
MUSIMD_NUMBERS int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }

// ---- conversions

MUSIMD_NUMBERS float __int2float_rn(int x) { return (float)x; }
MUSIMD_NUMBERS float __uint2float_rn(unsigned int x) { return (float)x; }
MUSIMD_NUMBERS float __ll2float_rn(long long x) { return (float)x; }
MUSIMD_NUMBERS float __double2float_rn(double x) { return (float)x; }
MUSIMD_NUMBERS double __int2double_rn(int x) { return x; }
MUSIMD_NUMBERS double __uint2double_rn(unsigned int x) { return x; }
MUSIMD_NUMBERS double __ll2double_rn(long long x) { return (double)x; }
MUSIMD_NUMBERS int __float2int_rz(float x) { return (int)x; }
MUSIMD_NUMBERS int __float2int_rn(float x) { return (int)rintf(x); }
MUSIMD_NUMBERS int __float2int_rd(float x) { return (int)floorf(x); }
MUSIMD_NUMBERS int __float2int_ru(float x) { return (int)ceilf(x); }
MUSIMD_NUMBERS unsigned int __float2uint_rz(float x) { return (unsigned int)x; }
MUSIMD_NUMBERS unsigned int __float2uint_rn(float x) { return (unsigned int)rintf(x); }
MUSIMD_NUMBERS long long __float2ll_rz(float x) { return (long long)x; }
MUSIMD_NUMBERS long long __float2ll_rn(float x) { return (long long)rintf(x); }
MUSIMD_NUMBERS int __double2int_rz(double x) { return (int)x; }
MUSIMD_NUMBERS int __double2int_rn(double x) { return (int)rint(x); }
MUSIMD_NUMBERS long long __double2ll_rz(double x) { return (long long)x; }
MUSIMD_NUMBERS long long __double2ll_rn(double x) { return (long long)rint(x); }

// ---- floats

MUSIMD_NUMBERS float __fadd_rn(float x, float y) { return x + y; }
MUSIMD_NUMBERS float __fsub_rn(float x, float y) { return x - y; }
MUSIMD_NUMBERS float __fmul_rn(float x, float y) { return x * y; }
MUSIMD_NUMBERS float __fdiv_rn(float x, float y) { return x / y; }
MUSIMD_NUMBERS float __fdividef(float x, float y) { return x / y; }
MUSIMD_NUMBERS float fdividef(float x, float y) { return x / y; }
MUSIMD_NUMBERS float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
MUSIMD_NUMBERS float __frcp_rn(float x) { return 1 / x; }
MUSIMD_NUMBERS float __fsqrt_rn(float x) { return sqrtf(x); }
MUSIMD_NUMBERS float __frsqrt_rn(float x) { return (float)(1 / sqrt((double)x)); }
MUSIMD_NUMBERS float rsqrtf(float x) { return (float)(1 / sqrt((double)x)); }
MUSIMD_NUMBERS float rsqrt(float x) { return rsqrtf(x); }
MUSIMD_NUMBERS double rsqrt(double x) { return 1 / sqrt(x); }
MUSIMD_NUMBERS float nanf(const char *) { return __int_as_float(0x7fffffff); }
MUSIMD_NUMBERS double nan(const char *) { return __longlong_as_double(0x7ff8000000000000); }
MUSIMD_NUMBERS float rcbrtf(float x) { return 1 / cbrtf(x); }
MUSIMD_NUMBERS double __dadd_rn(double x, double y) { return x + y; }
MUSIMD_NUMBERS double __dsub_rn(double x, double y) { return x - y; }
MUSIMD_NUMBERS double __dmul_rn(double x, double y) { return x * y; }
MUSIMD_NUMBERS double __ddiv_rn(double x, double y) { return x / y; }
MUSIMD_NUMBERS double __dsqrt_rn(double x) { return sqrt(x); }
MUSIMD_NUMBERS double __drcp_rn(double x) { return 1 / x; }
MUSIMD_NUMBERS double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
/// Of no number, 0.
MUSIMD_NUMBERS float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
MUSIMD_NUMBERS float __expf(float x) { return expf(x); }
MUSIMD_NUMBERS float __exp10f(float x) { return exp10f(x); }
MUSIMD_NUMBERS float __logf(float x) { return logf(x); }
MUSIMD_NUMBERS float __log2f(float x) { return log2f(x); }
MUSIMD_NUMBERS float __log10f(float x) { return log10f(x); }
MUSIMD_NUMBERS float __powf(float x, float y) { return powf(x, y); }
MUSIMD_NUMBERS float __sinf(float x) { return sinf(x); }
MUSIMD_NUMBERS float __cosf(float x) { return cosf(x); }
MUSIMD_NUMBERS float __tanf(float x) { return tanf(x); }
MUSIMD_NUMBERS void __sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}
/// x · 2ⁿ, rounded once: what is subnormal at the end is made so by the last product.
MUSIMD_NUMBERS double scalbn(double x, int n) {
    for (int i = 0; i < 2 && n > 1023; i++, n -= 1023) x *= 0x1p1023;
    for (int i = 0; i < 2 && n < -1022; i++, n += 969) x *= 0x1p-969;
    n = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
    return x * __longlong_as_double((long long)(1023 + n) << 52);
}
MUSIMD_NUMBERS double ldexp(double x, int n) { return scalbn(x, n); }
MUSIMD_NUMBERS float scalbnf(float x, int n) { return (float)scalbn((double)x, n); }
MUSIMD_NUMBERS float ldexpf(float x, int n) { return scalbnf(x, n); }
MUSIMD_NUMBERS float scalbn(float x, int n) { return scalbnf(x, n); }
MUSIMD_NUMBERS float ldexp(float x, int n) { return scalbnf(x, n); }
/// x = result · 2ⁿ with ½ ≤ |result| < 1; of 0, infinities and no numbers, n is 0.
MUSIMD_NUMBERS double frexp(double x, int *n) {
    *n = 0;
    if (!(x - x == 0) || x == 0) return x;
    const bool is_small = x < 0x1p-1022 && x > -0x1p-1022;
    const long long bits = __double_as_longlong(is_small ? x * 0x1p54 : x);
    *n = (int)(bits >> 52 & 2047) - (is_small ? 1022 + 54 : 1022);
    return __longlong_as_double((bits & ~(2047ll << 52)) | 1022ll << 52);
}
MUSIMD_NUMBERS float frexpf(float x, int *n) { return (float)frexp((double)x, n); }
MUSIMD_NUMBERS float frexp(float x, int *n) { return frexpf(x, n); }
MUSIMD_NUMBERS double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(x - *whole == x - *whole ? x - *whole : x == x ? 0.0 : x, x);  // of infinities, 0
}
MUSIMD_NUMBERS float modff(float x, float *whole) {
    double part;
    const float rest = (float)modf((double)x, &part);
    *whole = (float)part;
    return rest;
}
MUSIMD_NUMBERS float modf(float x, float *whole) { return modff(x, whole); }
MUSIMD_NUMBERS long lrint(double x) { return (long)rint(x); }
MUSIMD_NUMBERS long lrintf(float x) { return (long)rintf(x); }
MUSIMD_NUMBERS long long llrint(double x) { return (long long)rint(x); }
MUSIMD_NUMBERS long long llrintf(float x) { return (long long)rintf(x); }
MUSIMD_NUMBERS long lround(double x) { return (long)round(x); }
MUSIMD_NUMBERS long lroundf(float x) { return (long)roundf(x); }
MUSIMD_NUMBERS long long llround(double x) { return (long long)round(x); }
MUSIMD_NUMBERS long long llroundf(float x) { return (long long)roundf(x); }

MUSIMD_NUMBERS float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
MUSIMD_NUMBERS float rhypotf(float x, float y) { return 1 / hypotf(x, y); }
MUSIMD_NUMBERS float sinpif(float x) { return (float)sin(3.14159265358979323846 * x); }
MUSIMD_NUMBERS float cospif(float x) { return (float)cos(3.14159265358979323846 * x); }
MUSIMD_NUMBERS float normcdff(float x) { return (float)(0.5 * erfc(-0.70710678118654752440 * x)); }
MUSIMD_NUMBERS double normcdf(double x) { return 0.5 * erfc(-0.70710678118654752440 * x); }

#undef MUSIMD_NUMBERS
