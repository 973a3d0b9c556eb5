// Numbers of 8 bits: a sign, 4 bits of exponent and 3 of fraction (e4m3), or 5 and 2 (e5m2). Conversions are to
// the nearest, ties to even; what is too large becomes the largest number. Several are bytes, so that they can be
// accessed one by one.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define MUSIMD_FP8 static inline __host__ __device__

// Without rounding errors: every number of 8 bits is a float.
MUSIMD_FP8 float __musimd_fp8_value(unsigned char bits, int fraction, int bias) {
    const int exponent = (bits & 0x7f) >> fraction;
    const int digits = bits & ((1 << fraction) - 1);
    const float sign = bits & 0x80 ? -1.0f : 1.0f;
    if (fraction == 3 && (bits & 0x7f) == 0x7f) return __builtin_bit_cast(float, 0x7fc00000u);
    if (fraction == 2 && exponent == 31)
        return digits != 0 ? __builtin_bit_cast(float, 0x7fc00000u) : sign * __builtin_bit_cast(float, 0x7f800000u);
    const int power = (exponent == 0 ? 1 : exponent) - bias - fraction;
    const float scale = __builtin_bit_cast(float, (unsigned int)(power + 127) << 23);
    return sign * (float)(exponent == 0 ? digits : digits + (1 << fraction)) * scale;
}
MUSIMD_FP8 unsigned char __musimd_fp8_bits(float x, int fraction, int bias, unsigned int largest) {
    const unsigned int bits = __builtin_bit_cast(unsigned int, x);
    const unsigned int sign = bits >> 24 & 0x80u;
    if (x != x) return (unsigned char)(sign | 0x7fu);
    const int exponent = (int)(bits >> 23 & 0xffu) - 127;
    if (exponent > 15) return (unsigned char)(sign | largest);
    if (exponent < -24) return (unsigned char)sign;
    // The bits below the last one that stays; more of them below the least normal number.
    const int least = 1 - bias;
    const int lost = 23 - fraction + (exponent < least ? least - exponent : 0);
    const unsigned int digits = (bits & 0x7fffffu) | 0x800000u;
    const unsigned int kept = lost > 24 ? 0u : digits >> lost;
    const unsigned int rest = lost > 24 ? 0u : digits & ((1u << lost) - 1u);
    const unsigned int half = lost > 24 ? 1u : 1u << (lost - 1);
    const unsigned int rounded = kept + (rest > half || (rest == half && (kept & 1u)) ? 1u : 0u);
    const unsigned int result =
        exponent < least ? rounded : rounded + ((unsigned int)(exponent + bias - 1) << fraction);
    return (unsigned char)(sign | (result > largest ? largest : result));
}

#define MUSIMD_FP8_TYPES(name, fraction, bias, largest)                                                       \
    struct __nv_fp8_##name {                                                                                  \
        unsigned char __x;                                                                                    \
        __nv_fp8_##name() = default;                                                                          \
        inline __host__ __device__ __nv_fp8_##name(float x)                                                   \
            : __x(__musimd_fp8_bits(x, fraction, bias, largest)) {}                                           \
        inline __host__ __device__ __nv_fp8_##name(double x)                                                  \
            : __x(__musimd_fp8_bits(__musimd_round_to_odd(x), fraction, bias, largest)) {}                    \
        inline __host__ __device__ __nv_fp8_##name(int x)                                                     \
            : __x(__musimd_fp8_bits((float)x, fraction, bias, largest)) {}                                    \
        inline __host__ __device__ __nv_fp8_##name(__half x)                                                  \
            : __x(__musimd_fp8_bits((float)x, fraction, bias, largest)) {}                                    \
        inline __host__ __device__ __nv_fp8_##name(__nv_bfloat16 x)                                           \
            : __x(__musimd_fp8_bits((float)x, fraction, bias, largest)) {}                                    \
        inline __host__ __device__ operator float() const { return __musimd_fp8_value(__x, fraction, bias); } \
    };                                                                                                        \
    struct __align__(2) __nv_fp8x2_##name {                                                                   \
        unsigned char __x[2];                                                                                 \
        __nv_fp8x2_##name() = default;                                                                        \
        inline __host__ __device__ __nv_fp8x2_##name(float2 v)                                                \
            : __x{__musimd_fp8_bits(v.x, fraction, bias, largest),                                            \
                  __musimd_fp8_bits(v.y, fraction, bias, largest)} {}                                         \
        inline __host__ __device__ operator float2() const {                                                  \
            return make_float2(__musimd_fp8_value(__x[0], fraction, bias),                                    \
                               __musimd_fp8_value(__x[1], fraction, bias));                                   \
        }                                                                                                     \
    };                                                                                                        \
    struct __align__(4) __nv_fp8x4_##name {                                                                   \
        unsigned char __x[4];                                                                                 \
        __nv_fp8x4_##name() = default;                                                                        \
        inline __host__ __device__ __nv_fp8x4_##name(float4 v)                                                \
            : __x{__musimd_fp8_bits(v.x, fraction, bias, largest), __musimd_fp8_bits(v.y, fraction, bias, largest), \
                  __musimd_fp8_bits(v.z, fraction, bias, largest), __musimd_fp8_bits(v.w, fraction, bias, largest)} {} \
        inline __host__ __device__ __nv_fp8x4_##name(__nv_bfloat162 low, __nv_bfloat162 high)                 \
            : __nv_fp8x4_##name(make_float4((float)low.x, (float)low.y, (float)high.x, (float)high.y)) {}     \
        inline __host__ __device__ operator float4() const {                                                  \
            return make_float4(__musimd_fp8_value(__x[0], fraction, bias), __musimd_fp8_value(__x[1], fraction, bias), \
                               __musimd_fp8_value(__x[2], fraction, bias), __musimd_fp8_value(__x[3], fraction, bias)); \
        }                                                                                                     \
    };
MUSIMD_FP8_TYPES(e4m3, 3, 7, 0x7eu)
MUSIMD_FP8_TYPES(e5m2, 2, 15, 0x7bu)
#undef MUSIMD_FP8_TYPES

typedef unsigned char __nv_fp8_storage_t;

#undef MUSIMD_FP8
