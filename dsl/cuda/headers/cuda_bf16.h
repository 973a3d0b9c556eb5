// Numbers of 16 bits that are the first half of a float. Operations compute in float and round to them.
#pragma once

#include <cuda_runtime.h>

#define MUSIMD_BF16 static inline __host__ __device__

// To the nearest, ties to even; a NaN stays one.
MUSIMD_BF16 unsigned short __musimd_bf16_bits(float x) {
    const unsigned int bits = __builtin_bit_cast(unsigned int, x);
    if (x != x) return 0x7fff;
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
MUSIMD_BF16 float __musimd_bf16_value(unsigned short bits) {
    return __builtin_bit_cast(float, (unsigned int)bits << 16);
}

// Rounded to float in such a way that rounding once more gives what rounding at once does.
MUSIMD_BF16 float __musimd_round_to_odd(double x) {
    const float near = (float)x;
    if ((double)near == x || x != x) return near;
    const unsigned int bits = __builtin_bit_cast(unsigned int, near);
    const bool is_larger = ((double)near > x) == (x > 0);
    return __builtin_bit_cast(float, (is_larger ? bits - 1 : bits) | 1u);
}

struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    inline __host__ __device__ __nv_bfloat16(float x) : __x(__musimd_bf16_bits(x)) {}
    inline __host__ __device__ __nv_bfloat16(double x) : __x(__musimd_bf16_bits(__musimd_round_to_odd(x))) {}
    inline __host__ __device__ __nv_bfloat16(int x) : __x(__musimd_bf16_bits((float)x)) {}
    inline __host__ __device__ __nv_bfloat16(unsigned int x) : __x(__musimd_bf16_bits((float)x)) {}
    inline __host__ __device__ operator float() const { return __musimd_bf16_value(__x); }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    inline __host__ __device__ __nv_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) : x(x), y(y) {}
};
typedef __nv_bfloat162 nv_bfloat162;

// ---- conversions

MUSIMD_BF16 __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
MUSIMD_BF16 __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
MUSIMD_BF16 __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
MUSIMD_BF16 __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
MUSIMD_BF16 float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
MUSIMD_BF16 int __bfloat162int_rz(__nv_bfloat16 x) { return (int)(float)x; }
MUSIMD_BF16 unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
MUSIMD_BF16 __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    return __nv_bfloat16(__musimd_bf16_value(bits));
}
MUSIMD_BF16 __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
MUSIMD_BF16 __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
MUSIMD_BF16 __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
MUSIMD_BF16 __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x)); }
MUSIMD_BF16 __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
MUSIMD_BF16 __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
MUSIMD_BF16 float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2((float)v.x, (float)v.y); }
MUSIMD_BF16 __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
MUSIMD_BF16 __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
MUSIMD_BF16 float __low2float(__nv_bfloat162 v) { return (float)v.x; }
MUSIMD_BF16 float __high2float(__nv_bfloat162 v) { return (float)v.y; }

// ---- arithmetic

#define MUSIMD_BF16_OPERATION(name, name2, operation)                                          \
    MUSIMD_BF16 __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) {                          \
        return __nv_bfloat16((float)a operation (float)b);                                      \
    }                                                                                           \
    MUSIMD_BF16 __nv_bfloat162 name2(__nv_bfloat162 a, __nv_bfloat162 b) {                      \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                                  \
    }                                                                                           \
    MUSIMD_BF16 __nv_bfloat16 operator operation(__nv_bfloat16 a, __nv_bfloat16 b) {            \
        return name(a, b);                                                                      \
    }                                                                                           \
    MUSIMD_BF16 __nv_bfloat162 operator operation(__nv_bfloat162 a, __nv_bfloat162 b) {         \
        return name2(a, b);                                                                     \
    }                                                                                           \
    MUSIMD_BF16 __nv_bfloat16 &operator operation##=(__nv_bfloat16 &a, __nv_bfloat16 b) {       \
        a = name(a, b);                                                                         \
        return a;                                                                               \
    }
MUSIMD_BF16_OPERATION(__hadd, __hadd2, +)
MUSIMD_BF16_OPERATION(__hsub, __hsub2, -)
MUSIMD_BF16_OPERATION(__hmul, __hmul2, *)
MUSIMD_BF16_OPERATION(__hdiv, __h2div, /)
#undef MUSIMD_BF16_OPERATION
MUSIMD_BF16 __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __nv_bfloat16(-(float)a); }
MUSIMD_BF16 __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
MUSIMD_BF16 __nv_bfloat16 operator-(__nv_bfloat16 a) { return __hneg(a); }
MUSIMD_BF16 __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return __nv_bfloat16((double)(float)a * (double)(float)b + (double)(float)c);
}
MUSIMD_BF16 __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

// ---- comparisons

#define MUSIMD_BF16_COMPARISON(name, operation)                                                            \
    MUSIMD_BF16 bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a operation (float)b; }         \
    MUSIMD_BF16 bool operator operation(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a operation (float)b; }
MUSIMD_BF16_COMPARISON(__heq, ==)
MUSIMD_BF16_COMPARISON(__hne, !=)
MUSIMD_BF16_COMPARISON(__hlt, <)
MUSIMD_BF16_COMPARISON(__hle, <=)
MUSIMD_BF16_COMPARISON(__hgt, >)
MUSIMD_BF16_COMPARISON(__hge, >=)
#undef MUSIMD_BF16_COMPARISON
MUSIMD_BF16 bool __hisnan(__nv_bfloat16 a) { return (float)a != (float)a; }
MUSIMD_BF16 __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b || __hisnan(b) ? a : b; }
MUSIMD_BF16 __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b || __hisnan(b) ? a : b; }
MUSIMD_BF16 __nv_bfloat16 __habs(__nv_bfloat16 a) { return (float)a < 0 ? __hneg(a) : a; }

// ---- functions

#define MUSIMD_BF16_FUNCTION(name, function) \
    static inline __device__ __nv_bfloat16 name(__nv_bfloat16 x) { return __nv_bfloat16(function((float)x)); }
MUSIMD_BF16_FUNCTION(hexp, expf)
MUSIMD_BF16_FUNCTION(hexp2, exp2f)
MUSIMD_BF16_FUNCTION(hlog, logf)
MUSIMD_BF16_FUNCTION(hlog2, log2f)
MUSIMD_BF16_FUNCTION(hsqrt, sqrtf)
MUSIMD_BF16_FUNCTION(hrsqrt, rsqrtf)
MUSIMD_BF16_FUNCTION(hsin, sinf)
MUSIMD_BF16_FUNCTION(hcos, cosf)
MUSIMD_BF16_FUNCTION(hfloor, floorf)
MUSIMD_BF16_FUNCTION(hceil, ceilf)
MUSIMD_BF16_FUNCTION(hrint, rintf)
#undef MUSIMD_BF16_FUNCTION

#undef MUSIMD_BF16
