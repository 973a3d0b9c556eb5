// Numbers of 16 bits. `half` is the compiler's own type, whose operations round to it.
#pragma once

#include <cuda_runtime.h>

typedef _Float16 __half;
typedef _Float16 half;

struct __align__(4) __half2 {
    half x, y;
    __half2() = default;
    inline __host__ __device__ __half2(half x, half y) : x(x), y(y) {}
};
typedef __half2 half2;

#define MUSIMD_HALF static inline __host__ __device__

// ---- conversions

MUSIMD_HALF half __float2half(float x) { return (half)x; }
MUSIMD_HALF half __float2half_rn(float x) { return (half)x; }
MUSIMD_HALF half __double2half(double x) { return (half)x; }
MUSIMD_HALF float __half2float(half x) { return (float)x; }
MUSIMD_HALF half __int2half_rn(int x) { return (half)x; }
MUSIMD_HALF half __uint2half_rn(unsigned int x) { return (half)x; }
MUSIMD_HALF int __half2int_rz(half x) { return (int)x; }
MUSIMD_HALF unsigned int __half2uint_rz(half x) { return (unsigned int)x; }
static inline __device__ int __half2int_rn(half x) { return (int)rintf((float)x); }
static inline __device__ unsigned short __half_as_ushort(half x) { return __musimd_half_as_ushort(x); }
static inline __device__ short __half_as_short(half x) { return (short)__musimd_half_as_ushort(x); }
static inline __device__ half __ushort_as_half(unsigned short x) { return __musimd_ushort_as_half(x); }
static inline __device__ half __short_as_half(short x) { return __musimd_ushort_as_half((unsigned short)x); }
MUSIMD_HALF half2 __halves2half2(half x, half y) { return half2(x, y); }
MUSIMD_HALF half2 make_half2(half x, half y) { return half2(x, y); }
MUSIMD_HALF half2 __half2half2(half x) { return half2(x, x); }
MUSIMD_HALF half2 __float2half2_rn(float x) { return half2((half)x, (half)x); }
MUSIMD_HALF half2 __floats2half2_rn(float x, float y) { return half2((half)x, (half)y); }
MUSIMD_HALF half2 __float22half2_rn(float2 v) { return half2((half)v.x, (half)v.y); }
MUSIMD_HALF float2 __half22float2(half2 v) { return make_float2((float)v.x, (float)v.y); }
MUSIMD_HALF half __low2half(half2 v) { return v.x; }
MUSIMD_HALF half __high2half(half2 v) { return v.y; }
MUSIMD_HALF float __low2float(half2 v) { return (float)v.x; }
MUSIMD_HALF float __high2float(half2 v) { return (float)v.y; }
MUSIMD_HALF half2 __lowhigh2highlow(half2 v) { return half2(v.y, v.x); }

// ---- arithmetic

MUSIMD_HALF half __hadd(half a, half b) { return a + b; }
MUSIMD_HALF half __hsub(half a, half b) { return a - b; }
MUSIMD_HALF half __hmul(half a, half b) { return a * b; }
MUSIMD_HALF half __hdiv(half a, half b) { return a / b; }
MUSIMD_HALF half __hneg(half a) { return -a; }
// A double holds the product of two, and the sum with a third one, without rounding twice in a way that shows.
MUSIMD_HALF half __hfma(half a, half b, half c) { return (half)((double)a * (double)b + (double)c); }
static inline __device__ half __habs(half a) { return (half)fabsf((float)a); }
MUSIMD_HALF bool __heq(half a, half b) { return a == b; }
MUSIMD_HALF bool __hne(half a, half b) { return a != b; }
MUSIMD_HALF bool __hlt(half a, half b) { return a < b; }
MUSIMD_HALF bool __hle(half a, half b) { return a <= b; }
MUSIMD_HALF bool __hgt(half a, half b) { return a > b; }
MUSIMD_HALF bool __hge(half a, half b) { return a >= b; }
MUSIMD_HALF bool __hisnan(half a) { return a != a; }
static inline __device__ half __hmin(half a, half b) { return (half)fminf((float)a, (float)b); }
static inline __device__ half __hmax(half a, half b) { return (half)fmaxf((float)a, (float)b); }

#define MUSIMD_HALF2(name, operation) \
    MUSIMD_HALF half2 name(half2 a, half2 b) { return half2(a.x operation b.x, a.y operation b.y); }
MUSIMD_HALF2(__hadd2, +)
MUSIMD_HALF2(__hsub2, -)
MUSIMD_HALF2(__hmul2, *)
MUSIMD_HALF2(__h2div, /)
MUSIMD_HALF2(operator+, +)
MUSIMD_HALF2(operator-, -)
MUSIMD_HALF2(operator*, *)
MUSIMD_HALF2(operator/, /)
#undef MUSIMD_HALF2
MUSIMD_HALF half2 __hneg2(half2 a) { return half2(-a.x, -a.y); }
MUSIMD_HALF half2 operator-(half2 a) { return half2(-a.x, -a.y); }
MUSIMD_HALF half2 __hfma2(half2 a, half2 b, half2 c) { return half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
MUSIMD_HALF half2 &operator+=(half2 &a, half2 b) {
    a.x += b.x;
    a.y += b.y;
    return a;
}
MUSIMD_HALF half2 &operator-=(half2 &a, half2 b) {
    a.x -= b.x;
    a.y -= b.y;
    return a;
}
MUSIMD_HALF half2 &operator*=(half2 &a, half2 b) {
    a.x *= b.x;
    a.y *= b.y;
    return a;
}
static inline __device__ half2 __hmin2(half2 a, half2 b) { return half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
static inline __device__ half2 __hmax2(half2 a, half2 b) { return half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
static inline __device__ half2 __shfl_xor_sync(unsigned int mask, half2 v, int lanes, int width = 32) {
    return half2(__shfl_xor_sync(mask, v.x, lanes, width), __shfl_xor_sync(mask, v.y, lanes, width));
}
static inline __device__ half2 __shfl_down_sync(unsigned int mask, half2 v, unsigned int delta, int width = 32) {
    return half2(__shfl_down_sync(mask, v.x, delta, width), __shfl_down_sync(mask, v.y, delta, width));
}

// ---- mathematics

#define MUSIMD_HALF1(name, function) \
    static inline __device__ half name(half x) { return (half)function((float)x); }
MUSIMD_HALF1(hsqrt, sqrtf)
MUSIMD_HALF1(hrsqrt, rsqrtf)
MUSIMD_HALF1(hexp, expf)
MUSIMD_HALF1(hexp2, exp2f)
MUSIMD_HALF1(hexp10, exp10f)
MUSIMD_HALF1(hlog, logf)
MUSIMD_HALF1(hlog2, log2f)
MUSIMD_HALF1(hlog10, log10f)
MUSIMD_HALF1(hsin, sinf)
MUSIMD_HALF1(hcos, cosf)
MUSIMD_HALF1(htanh, tanhf)
MUSIMD_HALF1(hfloor, floorf)
MUSIMD_HALF1(hceil, ceilf)
MUSIMD_HALF1(htrunc, truncf)
MUSIMD_HALF1(hrint, rintf)
#undef MUSIMD_HALF1
MUSIMD_HALF half hrcp(half x) { return (half)1 / x; }

#undef MUSIMD_HALF
