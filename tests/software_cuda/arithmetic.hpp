#pragma once

#include <math.h>

// CUDA's arithmetic functions on a processor, with a compiler that fuses nothing (-ffp-contract=off).

inline long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline float __fmul_rn(float x, float y) {
    return x * y;
}
inline double __dmul_rn(double x, double y) {
    return x * y;
}
inline float __fdiv_rn(float x, float y) {
    return x / y;
}
inline double __ddiv_rn(double x, double y) {
    return x / y;
}
inline float __fsqrt_rn(float x) {
    return sqrtf(x);
}
inline double __dsqrt_rn(double x) {
    return sqrt(x);
}
inline float __fmaf_rn(float x, float y, float z) {
    return fmaf(x, y, z);
}
inline double __fma_rn(double x, double y, double z) {
    return fma(x, y, z);
}
