// The types of CUDA for host code in C: those of musimd_cuda.h are C++.
#pragma once

#include <stddef.h>

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))

#define MUSIMD_VECTORS(name, type, of_two, of_four)                                    \
    typedef struct name##1 { type x; } name##1;                                        \
    typedef struct __attribute__((aligned(of_two))) name##2 { type x, y; } name##2;    \
    typedef struct name##3 { type x, y, z; } name##3;                                  \
    typedef struct __attribute__((aligned(of_four))) name##4 { type x, y, z, w; } name##4;
MUSIMD_VECTORS(char, signed char, 2, 4)
MUSIMD_VECTORS(uchar, unsigned char, 2, 4)
MUSIMD_VECTORS(short, short, 4, 8)
MUSIMD_VECTORS(ushort, unsigned short, 4, 8)
MUSIMD_VECTORS(int, int, 8, 16)
MUSIMD_VECTORS(uint, unsigned int, 8, 16)
MUSIMD_VECTORS(long, long, 16, 16)
MUSIMD_VECTORS(ulong, unsigned long, 16, 16)
MUSIMD_VECTORS(longlong, long long, 16, 16)
MUSIMD_VECTORS(ulonglong, unsigned long long, 16, 16)
MUSIMD_VECTORS(float, float, 8, 16)
MUSIMD_VECTORS(double, double, 16, 16)
#undef MUSIMD_VECTORS

typedef struct dim3 {
    unsigned int x, y, z;
} dim3;
