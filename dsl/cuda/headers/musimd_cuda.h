// What CUDA C++ has without any include, as the front end reads it: declarations only. The front end knows the
// functions by their names.
#pragma once

#define CUDART_VERSION 12040
#define CUDA_VERSION 12040
#define MUSIMD_CUDA 1
#define __HOST_DEFINES_H__  // Thrust's headers undefine `__host__` without it

#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define alignAs _Alignas  // `alignas` after `__shared__`: see kernels/launch/nvcc_text.hpp
#define __constant__ __attribute__((constant))
// Clang has the attribute for HIP only. To the host these are its own variables, in pages that the runtime shares, and
// in which nothing else is.
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((section("musimd_managed"), used, aligned(4096)))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__
#else  // a file of C++ that uses the runtime
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#endif
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)

typedef __SIZE_TYPE__ size_t;

// ---- vector types

#define MUSIMD_VECTORS(name, type)                                                                          \
    struct name##1 { type x; };                                                                              \
    struct __align__(2 * sizeof(type)) name##2 { type x, y; };                                               \
    struct name##3 { type x, y, z; };                                                                        \
    struct __align__(sizeof(type) < 4 ? 4 * sizeof(type) : 16) name##4 { type x, y, z, w; };                 \
    static inline __host__ __device__ name##1 make_##name##1(type x) { return {x}; }                         \
    static inline __host__ __device__ name##2 make_##name##2(type x, type y) { return {x, y}; }              \
    static inline __host__ __device__ name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }   \
    static inline __host__ __device__ name##4 make_##name##4(type x, type y, type z, type w) {               \
        return {x, y, z, w};                                                                                 \
    }
MUSIMD_VECTORS(char, signed char)
MUSIMD_VECTORS(uchar, unsigned char)
MUSIMD_VECTORS(short, short)
MUSIMD_VECTORS(ushort, unsigned short)
MUSIMD_VECTORS(int, int)
MUSIMD_VECTORS(uint, unsigned int)
MUSIMD_VECTORS(long, long)
MUSIMD_VECTORS(ulong, unsigned long)
MUSIMD_VECTORS(longlong, long long)
MUSIMD_VECTORS(ulonglong, unsigned long long)
MUSIMD_VECTORS(float, float)
MUSIMD_VECTORS(double, double)
#undef MUSIMD_VECTORS

struct dim3 {
    unsigned int x, y, z;
    constexpr __host__ __device__ dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
        : x(x), y(y), z(z) {}
    constexpr __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr __host__ __device__ operator uint3() const { return {x, y, z}; }
};

#ifdef __CUDA__
// ---- the thread, its warp and its block

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned int mask = 0xffffffff);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ unsigned int __activemask();
// Of these headers' own: what CUDA has in no function.
__device__ void __musimd_at_end(void (*function)());
template <typename T>
__device__ T __musimd_atomic_load(T *address);
template <typename T>
__device__ T __musimd_atomic_load_block(T *address);
template <typename T, typename U>
__device__ void __musimd_atomic_store(T *address, U value);
template <typename T, typename U>
__device__ void __musimd_atomic_store_block(T *address, U value);
__device__ void __musimd_acquire();
__device__ void __musimd_acquire_block();
__device__ void __musimd_release();
__device__ void __musimd_release_block();
__device__ void __musimd_seq_cst();
__device__ void __musimd_seq_cst_block();
// What is assigned between the first two is copied asynchronously.
__device__ void __musimd_begin_copies();
__device__ void __musimd_end_copies();
__device__ void __musimd_commit_copies();
__device__ void __musimd_wait_for_copies(size_t latest);
__device__ unsigned short __musimd_half_as_ushort(_Float16 x);
__device__ _Float16 __musimd_ushort_as_half(unsigned short x);

#define MUSIMD_SHUFFLES(T)                                                                                   \
    __device__ T __shfl_sync(unsigned int mask, T value, int lane, int width = 32);                          \
    __device__ T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32);             \
    __device__ T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32);           \
    __device__ T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = 32);
MUSIMD_SHUFFLES(int)
MUSIMD_SHUFFLES(unsigned int)
MUSIMD_SHUFFLES(long)
MUSIMD_SHUFFLES(unsigned long)
MUSIMD_SHUFFLES(long long)
MUSIMD_SHUFFLES(unsigned long long)
MUSIMD_SHUFFLES(float)
MUSIMD_SHUFFLES(double)
MUSIMD_SHUFFLES(_Float16)
#undef MUSIMD_SHUFFLES

__device__ int __all_sync(unsigned int mask, int predicate);
__device__ int __any_sync(unsigned int mask, int predicate);
__device__ unsigned int __ballot_sync(unsigned int mask, int predicate);
#define MUSIMD_MATCHES(T)                                                  \
    __device__ unsigned int __match_any_sync(unsigned int mask, T value);  \
    __device__ unsigned int __match_all_sync(unsigned int mask, T value, int *all);
MUSIMD_MATCHES(int)
MUSIMD_MATCHES(unsigned int)
MUSIMD_MATCHES(long)
MUSIMD_MATCHES(unsigned long)
MUSIMD_MATCHES(long long)
MUSIMD_MATCHES(unsigned long long)
MUSIMD_MATCHES(float)
MUSIMD_MATCHES(double)
#undef MUSIMD_MATCHES
__device__ unsigned int __reduce_add_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_min_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_max_sync(unsigned int mask, unsigned int value);
__device__ int __reduce_add_sync(unsigned int mask, int value);
__device__ int __reduce_min_sync(unsigned int mask, int value);
__device__ int __reduce_max_sync(unsigned int mask, int value);
__device__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

// ---- atomic accesses

#define MUSIMD_ATOMIC(name, T)                          \
    __device__ T name(T *address, T value);             \
    __device__ T name##_block(T *address, T value);     \
    __device__ T name##_system(T *address, T value);
#define MUSIMD_ATOMICS(T)      \
    MUSIMD_ATOMIC(atomicMin, T) \
    MUSIMD_ATOMIC(atomicMax, T) \
    MUSIMD_ATOMIC(atomicAnd, T) \
    MUSIMD_ATOMIC(atomicOr, T)  \
    MUSIMD_ATOMIC(atomicXor, T) \
    MUSIMD_ATOMIC(atomicExch, T) \
    MUSIMD_ATOMIC(atomicAdd, T)
MUSIMD_ATOMICS(int)
MUSIMD_ATOMICS(unsigned int)
MUSIMD_ATOMICS(long long)
MUSIMD_ATOMICS(unsigned long long)
MUSIMD_ATOMICS(unsigned long)
MUSIMD_ATOMIC(atomicAdd, float)
MUSIMD_ATOMIC(atomicAdd, double)
MUSIMD_ATOMIC(atomicAdd, _Float16)
MUSIMD_ATOMIC(atomicExch, float)
MUSIMD_ATOMIC(atomicSub, int)
MUSIMD_ATOMIC(atomicSub, unsigned int)
MUSIMD_ATOMIC(atomicInc, unsigned int)
MUSIMD_ATOMIC(atomicDec, unsigned int)
#undef MUSIMD_ATOMICS
#undef MUSIMD_ATOMIC
#define MUSIMD_CAS(T)                                                  \
    __device__ T atomicCAS(T *address, T compare, T value);            \
    __device__ T atomicCAS_block(T *address, T compare, T value);      \
    __device__ T atomicCAS_system(T *address, T compare, T value);
MUSIMD_CAS(int)
MUSIMD_CAS(unsigned int)
MUSIMD_CAS(unsigned short)
MUSIMD_CAS(unsigned long)
MUSIMD_CAS(unsigned long long)
#undef MUSIMD_CAS

// ---- numbers

#define MUSIMD_LOADS(T)                  \
    __device__ T __ldg(const T *p);      \
    __device__ T __ldcg(const T *p);     \
    __device__ T __ldca(const T *p);     \
    __device__ T __ldcs(const T *p);
MUSIMD_LOADS(char)
MUSIMD_LOADS(signed char)
MUSIMD_LOADS(unsigned char)
MUSIMD_LOADS(short)
MUSIMD_LOADS(unsigned short)
MUSIMD_LOADS(int)
MUSIMD_LOADS(unsigned int)
MUSIMD_LOADS(long)
MUSIMD_LOADS(unsigned long)
MUSIMD_LOADS(long long)
MUSIMD_LOADS(unsigned long long)
MUSIMD_LOADS(float)
MUSIMD_LOADS(double)
MUSIMD_LOADS(_Float16)
#undef MUSIMD_LOADS
#define MUSIMD_LOADS(T) \
    static inline __device__ T __ldg(const T *p) { return *p; } \
    static inline __device__ T __ldcg(const T *p) { return *p; } \
    static inline __device__ T __ldca(const T *p) { return *p; } \
    static inline __device__ T __ldcs(const T *p) { return *p; }
MUSIMD_LOADS(char2)
MUSIMD_LOADS(char4)
MUSIMD_LOADS(uchar2)
MUSIMD_LOADS(uchar4)
MUSIMD_LOADS(int2)
MUSIMD_LOADS(int4)
MUSIMD_LOADS(uint2)
MUSIMD_LOADS(uint4)
MUSIMD_LOADS(float2)
MUSIMD_LOADS(float4)
MUSIMD_LOADS(double2)
#undef MUSIMD_LOADS
#define MUSIMD_STORES(name) \
    template <typename T>   \
    static inline __device__ void name(T *p, T value) { *p = value; }
MUSIMD_STORES(__stcg)
MUSIMD_STORES(__stcs)
MUSIMD_STORES(__stwb)
MUSIMD_STORES(__stwt)
#undef MUSIMD_STORES

__device__ int __popc(unsigned int x);
__device__ int __popcll(unsigned long long x);
__device__ int __clz(int x);
__device__ int __clzll(long long x);
__device__ int __ffs(int x);
__device__ int __ffsll(long long x);
__device__ int __mul24(int a, int b);
__device__ unsigned int __umul24(unsigned int a, unsigned int b);
__device__ int __mulhi(int a, int b);
__device__ unsigned int __umulhi(unsigned int a, unsigned int b);
__device__ int __float_as_int(float x);
__device__ unsigned int __float_as_uint(float x);
__device__ float __int_as_float(int x);
__device__ float __uint_as_float(unsigned int x);
__device__ long long __double_as_longlong(double x);
__device__ double __longlong_as_double(long long x);
__device__ long long clock64();
__device__ int clock();
__device__ void __trap();
__device__ void __nanosleep(unsigned int ns);
__device__ size_t __cvta_generic_to_shared(const void *p);
__device__ size_t __cvta_generic_to_global(const void *p);
extern "C" __device__ void __assert_fail(const char *assertion, const char *file, unsigned int line,
                                         const char *function);
extern "C" __device__ int printf(const char *format, ...);
extern "C" __device__ void *malloc(size_t size);
extern "C" __device__ void free(void *p);
extern "C" __device__ void *memcpy(void *to, const void *from, size_t bytes);
extern "C" __device__ void *memset(void *p, int byte, size_t bytes);
#ifndef NDEBUG
#define assert(holds) ((holds) ? (void)0 : __assert_fail(#holds, __FILE__, __LINE__, ""))
#else
#define assert(holds) ((void)0)
#endif

#define MUSIMD_MATH1(name)               \
    __device__ double name(double x);    \
    __device__ float name(float x);      \
    __device__ float name##f(float x);
#define MUSIMD_MATH2(name)                        \
    __device__ double name(double x, double y);   \
    __device__ float name(float x, float y);      \
    __device__ float name##f(float x, float y);
MUSIMD_MATH1(acos)
MUSIMD_MATH1(acosh)
MUSIMD_MATH1(asin)
MUSIMD_MATH1(asinh)
MUSIMD_MATH1(atan)
MUSIMD_MATH1(atanh)
MUSIMD_MATH1(cbrt)
MUSIMD_MATH1(ceil)
MUSIMD_MATH1(cos)
MUSIMD_MATH1(cosh)
MUSIMD_MATH1(erf)
MUSIMD_MATH1(erfc)
MUSIMD_MATH1(exp)
MUSIMD_MATH1(exp2)
MUSIMD_MATH1(exp10)
MUSIMD_MATH1(expm1)
MUSIMD_MATH1(fabs)
MUSIMD_MATH1(floor)
MUSIMD_MATH1(lgamma)
MUSIMD_MATH1(log)
MUSIMD_MATH1(log10)
MUSIMD_MATH1(log1p)
MUSIMD_MATH1(log2)
MUSIMD_MATH1(nearbyint)
MUSIMD_MATH1(rint)
MUSIMD_MATH1(round)
MUSIMD_MATH1(sin)
MUSIMD_MATH1(sinh)
MUSIMD_MATH1(sqrt)
MUSIMD_MATH1(tan)
MUSIMD_MATH1(tanh)
MUSIMD_MATH1(tgamma)
MUSIMD_MATH1(trunc)
MUSIMD_MATH2(atan2)
MUSIMD_MATH2(copysign)
MUSIMD_MATH2(fdim)
MUSIMD_MATH2(fmax)
MUSIMD_MATH2(fmin)
MUSIMD_MATH2(fmod)
MUSIMD_MATH2(hypot)
MUSIMD_MATH2(pow)
#undef MUSIMD_MATH1
#undef MUSIMD_MATH2
__device__ double fma(double x, double y, double z);
__device__ float fma(float x, float y, float z);
__device__ float fmaf(float x, float y, float z);
__device__ int abs(int x);
__device__ long abs(long x);
__device__ long long abs(long long x);
__device__ float abs(float x);
__device__ double abs(double x);
#define MUSIMD_LEAST(T)                                                                            \
    static inline __host__ __device__ T min(T a, T b) { return b < a ? b : a; }                    \
    static inline __host__ __device__ T max(T a, T b) { return a < b ? b : a; }
MUSIMD_LEAST(int)
MUSIMD_LEAST(unsigned int)
MUSIMD_LEAST(long)
MUSIMD_LEAST(unsigned long)
MUSIMD_LEAST(long long)
MUSIMD_LEAST(unsigned long long)
#undef MUSIMD_LEAST
static inline __host__ __device__ unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
static inline __host__ __device__ unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
static inline __host__ __device__ long long llmin(long long a, long long b) { return min(a, b); }
static inline __host__ __device__ long long llmax(long long a, long long b) { return max(a, b); }
static inline __host__ __device__ unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
static inline __host__ __device__ unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
__device__ float min(float a, float b);
__device__ float max(float a, float b);
__device__ double min(double a, double b);
__device__ double max(double a, double b);
#define MUSIMD_LEAST(T)                                                          \
    static inline __host__ T min(T a, T b) { return b < a || a != a ? b : a; }   \
    static inline __host__ T max(T a, T b) { return a < b || a != a ? b : a; }
MUSIMD_LEAST(float)
MUSIMD_LEAST(double)
#undef MUSIMD_LEAST
static inline __host__ __device__ double min(float a, double b) { return min((double)a, b); }
static inline __host__ __device__ double min(double a, float b) { return min(a, (double)b); }
static inline __host__ __device__ double max(float a, double b) { return max((double)a, b); }
static inline __host__ __device__ double max(double a, float b) { return max(a, (double)b); }
static inline __host__ __device__ unsigned int min(int a, unsigned int b) { return min((unsigned int)a, b); }
static inline __host__ __device__ unsigned int min(unsigned int a, int b) { return min(a, (unsigned int)b); }
static inline __host__ __device__ unsigned int max(int a, unsigned int b) { return max((unsigned int)a, b); }
static inline __host__ __device__ unsigned int max(unsigned int a, int b) { return max(a, (unsigned int)b); }

#include <musimd_numbers.h>
#include <musimd_rounding.h>
#include <musimd_textures.h>
#endif
