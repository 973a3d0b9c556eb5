// PTX of inline `asm`: one function per instruction, as CUDA C++. Its name is that of the instruction with `_` for `.`,
// without the words that change nothing here (see reader/cuda/inline_ptx.cpp); its parameters are the operands after
// the result. `NAME_part(value, k)` is element k of a result `{…}`, `NAME_found` the predicate of a result `d|p`, and
// `sreg_NAME` a special register.
#pragma once

#ifdef __CUDA__
namespace musimd_ptx {

#define MUSIMD_PTX static inline __device__
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef float f32;
typedef double f64;
typedef u32 pred;

// ---- special registers

#define MUSIMD_DIMENSIONS(name, variable)                   \
    MUSIMD_PTX u32 sreg_##name##_x() { return variable.x; } \
    MUSIMD_PTX u32 sreg_##name##_y() { return variable.y; } \
    MUSIMD_PTX u32 sreg_##name##_z() { return variable.z; }
MUSIMD_DIMENSIONS(tid, threadIdx)
MUSIMD_DIMENSIONS(ntid, blockDim)
MUSIMD_DIMENSIONS(ctaid, blockIdx)
MUSIMD_DIMENSIONS(nctaid, gridDim)
#undef MUSIMD_DIMENSIONS
MUSIMD_PTX u32 thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
MUSIMD_PTX u32 block() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
MUSIMD_PTX u32 sreg_laneid() { return thread() & 31; }
MUSIMD_PTX u32 sreg_warpid() { return thread() >> 5; }
MUSIMD_PTX u32 sreg_nwarpid() { return 64; }
MUSIMD_PTX u32 sreg_nsmid() { return 2; }  // multiProcessorCount of the runtime
MUSIMD_PTX u32 sreg_smid() { return block() % 2; }
MUSIMD_PTX u64 sreg_gridid() { return 0; }
MUSIMD_PTX u32 sreg_lanemask_eq() { return 1u << sreg_laneid(); }
MUSIMD_PTX u32 sreg_lanemask_lt() { return (1u << sreg_laneid()) - 1; }
MUSIMD_PTX u32 sreg_lanemask_le() { return 0xffffffffu >> (31 - sreg_laneid()); }
MUSIMD_PTX u32 sreg_lanemask_gt() { return ~sreg_lanemask_le(); }
MUSIMD_PTX u32 sreg_lanemask_ge() { return ~sreg_lanemask_lt(); }
MUSIMD_PTX u32 sreg_clock() { return (u32)clock64(); }
MUSIMD_PTX u64 sreg_clock64() { return (u64)clock64(); }
MUSIMD_PTX u64 sreg_globaltimer() { return (u64)clock64(); }
MUSIMD_PTX u32 sreg_globaltimer_lo() { return (u32)clock64(); }

// ---- integers: results wrap, and shifts by too much lose all bits

#define MUSIMD_INTEGERS(T, U, bits)                                                       \
    MUSIMD_PTX T mov_##T(T a) { return a; }                                               \
    MUSIMD_PTX T add_##T(T a, T b) { return (T)((U)a + (U)b); }                           \
    MUSIMD_PTX T sub_##T(T a, T b) { return (T)((U)a - (U)b); }                           \
    MUSIMD_PTX T mul_lo_##T(T a, T b) { return (T)((U)a * (U)b); }                        \
    MUSIMD_PTX T mad_lo_##T(T a, T b, T c) { return (T)((U)a * (U)b + (U)c); }            \
    MUSIMD_PTX T div_##T(T a, T b) { return a / b; }                                      \
    MUSIMD_PTX T rem_##T(T a, T b) { return a % b; }                                      \
    MUSIMD_PTX T min_##T(T a, T b) { return b < a ? b : a; }                              \
    MUSIMD_PTX T max_##T(T a, T b) { return a < b ? b : a; }                              \
    MUSIMD_PTX T and_##T(T a, T b) { return a & b; }                                      \
    MUSIMD_PTX T or_##T(T a, T b) { return a | b; }                                       \
    MUSIMD_PTX T xor_##T(T a, T b) { return a ^ b; }                                      \
    MUSIMD_PTX T not_##T(T a) { return (T)~a; }                                           \
    MUSIMD_PTX T shl_##T(T a, u32 n) { return n < bits ? (T)((U)a << n) : (T)0; }         \
    MUSIMD_PTX T shr_##T(T a, u32 n) { return n < bits ? a >> n : (T)-1 < (T)0 ? a >> (bits - 1) : (T)0; } \
    MUSIMD_PTX T bfe_##T(T a, u32 from, u32 count) {                                      \
        const u32 first = from & 255, n = count & 255, end = first + n < bits ? first + n : bits; \
        return n == 0 || first >= bits ? (T)0 : (T)((T)((U)a << (bits - end)) >> (bits - (end - first))); \
    }
MUSIMD_INTEGERS(u32, u32, 32)
MUSIMD_INTEGERS(s32, u32, 32)
MUSIMD_INTEGERS(u64, u64, 64)
MUSIMD_INTEGERS(s64, u64, 64)
#undef MUSIMD_INTEGERS
MUSIMD_PTX u16 mov_u16(u16 a) { return a; }
MUSIMD_PTX s32 neg_s32(s32 a) { return (s32)(0 - (u32)a); }
MUSIMD_PTX s32 abs_s32(s32 a) { return a < 0 ? neg_s32(a) : a; }
MUSIMD_PTX u64 mul_wide_u32(u32 a, u32 b) { return (u64)a * b; }
MUSIMD_PTX s64 mul_wide_s32(s32 a, s32 b) { return (s64)a * b; }
MUSIMD_PTX u64 mad_wide_u32(u32 a, u32 b, u64 c) { return (u64)a * b + c; }
MUSIMD_PTX s64 mad_wide_s32(s32 a, s32 b, s64 c) { return (s64)a * b + c; }
MUSIMD_PTX u32 mul_hi_u32(u32 a, u32 b) { return __umulhi(a, b); }
MUSIMD_PTX s32 mul_hi_s32(s32 a, s32 b) { return __mulhi(a, b); }
MUSIMD_PTX u64 mul_hi_u64(u64 a, u64 b) { return __umul64hi(a, b); }
MUSIMD_PTX u32 mad_hi_u32(u32 a, u32 b, u32 c) { return __umulhi(a, b) + c; }
MUSIMD_PTX u32 popc_u32(u32 a) { return (u32)__popc(a); }
MUSIMD_PTX u32 popc_u64(u64 a) { return (u32)__popcll(a); }
MUSIMD_PTX u32 clz_u32(u32 a) { return (u32)__clz((int)a); }
MUSIMD_PTX u32 clz_u64(u64 a) { return (u32)__clzll((long long)a); }
MUSIMD_PTX u32 brev_u32(u32 a) { return __brev(a); }
MUSIMD_PTX u64 brev_u64(u64 a) { return __brevll(a); }
MUSIMD_PTX u32 bfind_u32(u32 a) { return a == 0 ? 0xffffffffu : 31 - clz_u32(a); }
MUSIMD_PTX u32 bfi_u32(u32 a, u32 b, u32 from, u32 count) {
    const u32 mask = shl_u32(shl_u32(1, count & 255) - 1, from & 255);
    return (shl_u32(a, from & 255) & mask) | (b & ~mask);
}
MUSIMD_PTX u32 lop3_u32(u32 a, u32 b, u32 c, u32 table) {
    u32 result = 0;
    if (table & 0x01) result |= ~a & ~b & ~c;
    if (table & 0x02) result |= ~a & ~b & c;
    if (table & 0x04) result |= ~a & b & ~c;
    if (table & 0x08) result |= ~a & b & c;
    if (table & 0x10) result |= a & ~b & ~c;
    if (table & 0x20) result |= a & ~b & c;
    if (table & 0x40) result |= a & b & ~c;
    if (table & 0x80) result |= a & b & c;
    return result;
}
/// Digits of the selector from 8 on repeat the sign of the byte.
MUSIMD_PTX u32 prmt_u32(u32 a, u32 b, u32 selector) {
    const u64 bytes = (u64)b << 32 | a;
    u32 result = 0;
    for (int i = 0; i < 4; i++) {
        const u32 digit = selector >> 4 * i & 15, byte = (u32)(bytes >> (digit & 7) * 8 & 0xff);
        result |= (digit & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << 8 * i;
    }
    return result;
}
MUSIMD_PTX u32 shf_l_wrap_u32(u32 low, u32 high, u32 n) { return __funnelshift_l(low, high, n); }
MUSIMD_PTX u32 shf_r_wrap_u32(u32 low, u32 high, u32 n) { return __funnelshift_r(low, high, n); }
MUSIMD_PTX u64 mov_u64(u32 low, u32 high) { return (u64)high << 32 | low; }
MUSIMD_PTX u32 mov_u64_part(u64 a, u32 k) { return (u32)(a >> 32 * k); }
MUSIMD_PTX u32 mov_u32(u16 low, u16 high) { return (u32)high << 16 | low; }
MUSIMD_PTX u16 mov_u32_part(u32 a, u32 k) { return (u16)(a >> 16 * k); }

// ---- predicates

#define MUSIMD_COMPARISONS(T)                                               \
    MUSIMD_PTX pred setp_eq_##T(T a, T b) { return a == b; }                \
    MUSIMD_PTX pred setp_ne_##T(T a, T b) { return a != b; }                \
    MUSIMD_PTX pred setp_lt_##T(T a, T b) { return a < b; }                 \
    MUSIMD_PTX pred setp_le_##T(T a, T b) { return a <= b; }                \
    MUSIMD_PTX pred setp_gt_##T(T a, T b) { return a > b; }                 \
    MUSIMD_PTX pred setp_ge_##T(T a, T b) { return a >= b; }                \
    MUSIMD_PTX T selp_##T(T a, T b, pred p) { return p ? a : b; }
MUSIMD_COMPARISONS(u32)
MUSIMD_COMPARISONS(s32)
MUSIMD_COMPARISONS(u64)
MUSIMD_COMPARISONS(s64)
MUSIMD_COMPARISONS(f32)
MUSIMD_COMPARISONS(f64)
#undef MUSIMD_COMPARISONS
MUSIMD_PTX pred and_pred(pred a, pred b) { return a & b; }
MUSIMD_PTX pred or_pred(pred a, pred b) { return a | b; }
MUSIMD_PTX pred not_pred(pred a) { return a ^ 1; }

// ---- floats

#define MUSIMD_FLOATS(T)                                                    \
    MUSIMD_PTX T mov_##T(T a) { return a; }                                 \
    MUSIMD_PTX T add_##T(T a, T b) { return a + b; }                        \
    MUSIMD_PTX T sub_##T(T a, T b) { return a - b; }                        \
    MUSIMD_PTX T mul_##T(T a, T b) { return a * b; }                        \
    MUSIMD_PTX T div_##T(T a, T b) { return a / b; }                        \
    MUSIMD_PTX T fma_##T(T a, T b, T c) { return fma(a, b, c); }            \
    MUSIMD_PTX T min_##T(T a, T b) { return fmin(a, b); }                   \
    MUSIMD_PTX T max_##T(T a, T b) { return fmax(a, b); }                   \
    MUSIMD_PTX T abs_##T(T a) { return fabs(a); }                           \
    MUSIMD_PTX T neg_##T(T a) { return -a; }                                \
    MUSIMD_PTX T rcp_##T(T a) { return 1 / a; }                             \
    MUSIMD_PTX T sqrt_##T(T a) { return sqrt(a); }                          \
    MUSIMD_PTX T rsqrt_##T(T a) { return 1 / sqrt(a); }
MUSIMD_FLOATS(f32)
MUSIMD_FLOATS(f64)
#undef MUSIMD_FLOATS
MUSIMD_PTX f32 ex2_f32(f32 a) { return exp2f(a); }
MUSIMD_PTX f32 lg2_f32(f32 a) { return log2f(a); }
MUSIMD_PTX f32 sin_f32(f32 a) { return sinf(a); }
MUSIMD_PTX f32 cos_f32(f32 a) { return cosf(a); }
MUSIMD_PTX f32 tanh_f32(f32 a) { return tanhf(a); }

// ---- conversions

#define MUSIMD_CONVERSION(to, from) \
    MUSIMD_PTX to cvt_##to##_##from(from a) { return (to)a; }
#define MUSIMD_CONVERSIONS(to)    \
    MUSIMD_CONVERSION(to, u8)     \
    MUSIMD_CONVERSION(to, s8)     \
    MUSIMD_CONVERSION(to, u16)    \
    MUSIMD_CONVERSION(to, s16)    \
    MUSIMD_CONVERSION(to, u32)    \
    MUSIMD_CONVERSION(to, s32)    \
    MUSIMD_CONVERSION(to, u64)    \
    MUSIMD_CONVERSION(to, s64)
MUSIMD_CONVERSIONS(u8)
MUSIMD_CONVERSIONS(u16)
MUSIMD_CONVERSIONS(u32)
MUSIMD_CONVERSIONS(s32)
MUSIMD_CONVERSIONS(u64)
MUSIMD_CONVERSIONS(s64)
MUSIMD_CONVERSIONS(f32)
MUSIMD_CONVERSIONS(f64)
MUSIMD_CONVERSION(f32, f64)
MUSIMD_CONVERSION(f64, f32)
#undef MUSIMD_CONVERSIONS
#undef MUSIMD_CONVERSION
MUSIMD_PTX s32 cvt_rzi_s32_f32(f32 a) { return __float2int_rz(a); }
MUSIMD_PTX s32 cvt_rni_s32_f32(f32 a) { return __float2int_rn(a); }
MUSIMD_PTX s32 cvt_rmi_s32_f32(f32 a) { return __float2int_rd(a); }
MUSIMD_PTX s32 cvt_rpi_s32_f32(f32 a) { return __float2int_ru(a); }
MUSIMD_PTX u32 cvt_rzi_u32_f32(f32 a) { return __float2uint_rz(a); }
MUSIMD_PTX u32 cvt_rni_u32_f32(f32 a) { return __float2uint_rn(a); }
MUSIMD_PTX u32 cvt_rna_tf32_f32(f32 a) { return (__float_as_uint(a) + 0x1000u) & 0xffffe000u; }
MUSIMD_PTX u16 cvt_f16_f32(f32 a) { return __musimd_half_as_ushort((_Float16)a); }
MUSIMD_PTX f32 cvt_f32_f16(u16 a) { return (f32)__musimd_ushort_as_half(a); }
MUSIMD_PTX u32 cvt_f16x2_f32(f32 high, f32 low) { return (u32)cvt_f16_f32(high) << 16 | cvt_f16_f32(low); }

MUSIMD_PTX u16 cvt_bf16_f32(f32 a) {
    const u32 bits = __float_as_uint(a);
    return (u16)(a != a ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
MUSIMD_PTX u32 cvt_bf16x2_f32(f32 high, f32 low) { return (u32)cvt_bf16_f32(high) << 16 | cvt_bf16_f32(low); }

// ---- halves, and two of them

MUSIMD_PTX _Float16 half_of(u32 a, u32 k) { return __musimd_ushort_as_half((u16)(a >> 16 * k)); }
MUSIMD_PTX u32 both(_Float16 low, _Float16 high) {
    return (u32)__musimd_half_as_ushort(high) << 16 | __musimd_half_as_ushort(low);
}
#define MUSIMD_HALVES(name, sign)                                                                         \
    MUSIMD_PTX u16 name##_f16(u16 a, u16 b) {                                                             \
        return __musimd_half_as_ushort((_Float16)(half_of(a, 0) sign half_of(b, 0)));                     \
    }                                                                                                     \
    MUSIMD_PTX u32 name##_f16x2(u32 a, u32 b) {                                                           \
        return both(half_of(a, 0) sign half_of(b, 0), half_of(a, 1) sign half_of(b, 1));                  \
    }
MUSIMD_HALVES(add, +)
MUSIMD_HALVES(sub, -)
MUSIMD_HALVES(mul, *)
#undef MUSIMD_HALVES
/// A sum of products has one rounding: the product is exact as a float, and the sum as a double.
MUSIMD_PTX _Float16 fma_half(_Float16 a, _Float16 b, _Float16 c) { return (_Float16)((double)((float)a * (float)b) + (double)c); }
MUSIMD_PTX u32 fma_f16x2(u32 a, u32 b, u32 c) {
    return both(fma_half(half_of(a, 0), half_of(b, 0), half_of(c, 0)), fma_half(half_of(a, 1), half_of(b, 1), half_of(c, 1)));
}

// ---- memory: `relaxed` are accesses that other threads may see

#define MUSIMD_ACCESSES(T, number)                                                    \
    MUSIMD_PTX number ld_##T(const number *p) { return *p; }                          \
    MUSIMD_PTX void st_##T(number *p, number a) { *p = a; }
MUSIMD_ACCESSES(u8, u8)
MUSIMD_ACCESSES(s8, s8)
MUSIMD_ACCESSES(u16, u16)
MUSIMD_ACCESSES(s16, s16)
MUSIMD_ACCESSES(u32, u32)
MUSIMD_ACCESSES(s32, s32)
MUSIMD_ACCESSES(u64, u64)
MUSIMD_ACCESSES(s64, s64)
MUSIMD_ACCESSES(f32, f32)
MUSIMD_ACCESSES(f64, f64)
#undef MUSIMD_ACCESSES
#define MUSIMD_ATOMICS(T)                                                                \
    MUSIMD_PTX T ld_relaxed_##T(const T *p) { return __musimd_atomic_load((T *)p); }     \
    MUSIMD_PTX void st_relaxed_##T(T *p, T a) { __musimd_atomic_store(p, a); }           \
    MUSIMD_PTX T atom_add_##T(T *p, T a) { return atomicAdd(p, a); }                     \
    MUSIMD_PTX void red_add_##T(T *p, T a) { atomicAdd(p, a); }                          \
    MUSIMD_PTX T atom_exch_##T(T *p, T a) { return atomicExch(p, a); }
MUSIMD_ATOMICS(u32)
MUSIMD_ATOMICS(s32)
MUSIMD_ATOMICS(u64)
MUSIMD_ATOMICS(s64)
MUSIMD_ATOMICS(f32)
#undef MUSIMD_ATOMICS
#define MUSIMD_ATOMICS(T)                                                                \
    MUSIMD_PTX T atom_min_##T(T *p, T a) { return atomicMin(p, a); }                     \
    MUSIMD_PTX T atom_max_##T(T *p, T a) { return atomicMax(p, a); }                     \
    MUSIMD_PTX T atom_and_##T(T *p, T a) { return atomicAnd(p, a); }                     \
    MUSIMD_PTX T atom_or_##T(T *p, T a) { return atomicOr(p, a); }                       \
    MUSIMD_PTX T atom_xor_##T(T *p, T a) { return atomicXor(p, a); }                     \
    MUSIMD_PTX void red_min_##T(T *p, T a) { atomicMin(p, a); }                          \
    MUSIMD_PTX void red_max_##T(T *p, T a) { atomicMax(p, a); }                          \
    MUSIMD_PTX void red_and_##T(T *p, T a) { atomicAnd(p, a); }                          \
    MUSIMD_PTX void red_or_##T(T *p, T a) { atomicOr(p, a); }
MUSIMD_ATOMICS(u32)
MUSIMD_ATOMICS(s32)
MUSIMD_ATOMICS(u64)
#undef MUSIMD_ATOMICS
MUSIMD_PTX u32 atom_cas_u32(u32 *p, u32 compare, u32 a) { return atomicCAS(p, compare, a); }
MUSIMD_PTX u64 atom_cas_u64(u64 *p, u64 compare, u64 a) { return atomicCAS(p, compare, a); }
MUSIMD_PTX u32 atom_inc_u32(u32 *p, u32 a) { return atomicInc(p, a); }
MUSIMD_PTX void prefetch_L1(const void *) {}
MUSIMD_PTX void prefetch_L2(const void *) {}

// ---- other threads

// ---- asynchronous copies

MUSIMD_PTX void cp_async(u32 *to, const u32 *from, u32 bytes) {
    __musimd_begin_copies();
    for (u32 i = 0; i < bytes / 4; ++i) to[i] = from[i];
    __musimd_end_copies();
}
MUSIMD_PTX void cp_async(u32 *to, const u32 *from, u32 bytes, u32 given) {
    cp_async(to, from, given);
    __musimd_begin_copies();
    for (u32 i = given / 4; i < bytes / 4; ++i) to[i] = 0;
    __musimd_end_copies();
}
MUSIMD_PTX void cp_async_commit_group() { __musimd_commit_copies(); }
MUSIMD_PTX void cp_async_wait_group(u32 latest) { __musimd_wait_for_copies(latest); }
MUSIMD_PTX void cp_async_wait_all() {
    __musimd_commit_copies();
    __musimd_wait_for_copies(0);
}

MUSIMD_PTX void membar_gl() { __threadfence(); }
MUSIMD_PTX void membar_sys() { __threadfence_system(); }
MUSIMD_PTX void membar_cta() { __threadfence_block(); }
MUSIMD_PTX void fence_gpu() { __threadfence(); }
MUSIMD_PTX void fence_sys() { __threadfence_system(); }
MUSIMD_PTX void fence_cta() { __threadfence_block(); }
MUSIMD_PTX void bar_sync(u32) { __syncthreads(); }
MUSIMD_PTX void barrier_sync(u32) { __syncthreads(); }
MUSIMD_PTX void bar_warp_sync(u32 mask) { __syncwarp(mask); }
MUSIMD_PTX u32 activemask_u32() { return __activemask(); }
MUSIMD_PTX u32 vote_sync_ballot_u32(pred p, u32 mask) { return __ballot_sync(mask, (int)p); }
MUSIMD_PTX pred vote_sync_any_pred(pred p, u32 mask) { return __any_sync(mask, (int)p) != 0; }
MUSIMD_PTX pred vote_sync_all_pred(pred p, u32 mask) { return __all_sync(mask, (int)p) != 0; }
MUSIMD_PTX u32 match_any_sync_u32(u32 a, u32 mask) { return __match_any_sync(mask, a); }
MUSIMD_PTX u32 match_any_sync_u64(u64 a, u32 mask) { return __match_any_sync(mask, a); }
MUSIMD_PTX u32 redux_sync_add_u32(u32 a, u32 mask) { return __reduce_add_sync(mask, a); }
MUSIMD_PTX s32 redux_sync_add_s32(s32 a, u32 mask) { return __reduce_add_sync(mask, a); }
MUSIMD_PTX u32 redux_sync_min_u32(u32 a, u32 mask) { return __reduce_min_sync(mask, a); }
MUSIMD_PTX s32 redux_sync_min_s32(s32 a, u32 mask) { return __reduce_min_sync(mask, a); }
MUSIMD_PTX u32 redux_sync_max_u32(u32 a, u32 mask) { return __reduce_max_sync(mask, a); }
MUSIMD_PTX s32 redux_sync_max_s32(s32 a, u32 mask) { return __reduce_max_sync(mask, a); }
MUSIMD_PTX u32 redux_sync_and_u32(u32 a, u32 mask) { return __reduce_and_sync(mask, a); }
MUSIMD_PTX u32 redux_sync_or_u32(u32 a, u32 mask) { return __reduce_or_sync(mask, a); }
MUSIMD_PTX u32 elect_sync(u32 mask) {
    __syncwarp(mask);
    return (u32)__ffs((int)mask) - 1;
}
MUSIMD_PTX pred elect_sync_found(u32 mask) { return sreg_laneid() == (u32)__ffs((int)mask) - 1; }
/// The operand c of a shuffle: bits 8 to 12 are the lanes' numbers that name the group, bits 0 to 4 its last lane.
MUSIMD_PTX u32 last_of_shuffle(u32 c) {
    const u32 group = c >> 8 & 31;
    return (sreg_laneid() & group) | (c & 31 & ~group);
}
#define MUSIMD_SHUFFLE(name, source, holds)                                                                    \
    MUSIMD_PTX u32 shfl_sync_##name##_found(u32, u32 b, u32 c, u32) {                                          \
        const u32 lane = sreg_laneid(), group = c >> 8 & 31, last = last_of_shuffle(c);                        \
        const s32 from = (s32)(source);                                                                        \
        return holds;                                                                                          \
    }                                                                                                          \
    MUSIMD_PTX u32 shfl_sync_##name(u32 a, u32 b, u32 c, u32 mask) {                                           \
        const u32 lane = sreg_laneid(), group = c >> 8 & 31, last = last_of_shuffle(c);                        \
        const s32 from = (s32)(source);                                                                        \
        return __shfl_sync(mask, a, holds ? from : (s32)lane);                                                 \
    }
MUSIMD_SHUFFLE(up_u32, lane - (b & 31), from >= (s32)last)
MUSIMD_SHUFFLE(down_u32, lane + (b & 31), from <= (s32)last)
MUSIMD_SHUFFLE(bfly_u32, lane ^ (b & 31), from <= (s32)last)
MUSIMD_SHUFFLE(idx_u32, (lane & group) | (b & 31 & ~group), from <= (s32)last)
#undef MUSIMD_SHUFFLE

MUSIMD_PTX void nanosleep_u32(u32) {}
MUSIMD_PTX void trap() { __trap(); }
MUSIMD_PTX void griddepcontrol_wait() {}
MUSIMD_PTX void griddepcontrol_launch_dependents() {}

#undef MUSIMD_PTX

}  // namespace musimd_ptx
#endif
