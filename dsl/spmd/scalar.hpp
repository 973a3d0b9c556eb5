#pragma once

// NSIMD's SPMD DSL as plain C++, element by element: `k_if` is `if`, an element is one iteration of a loop.
// Compiled by nvcc, a kernel is a __global__ function, and an element one thread. This defines the meaning of
// each keyword and function: infix operators are those of C++ (8 and 16 bits are promoted), functions compute
// in the type of their operands. Needs the standard library (C++17) and nothing else.
//
//     #include "dsl/spmd/scalar.hpp"
//     #include "kernel.hpp"
//     … spmd_launch_kernel_1d(kernel, 32, 1, n, dst, a, b);

#include "dsl/spmd/scalar/calls.hpp"

namespace spmd {

// ---- what the keywords need

// T() if the element has returned and must not access memory.
template <typename T>
MUSIMD_SPMD_CALL std::remove_const_t<T> load(bool active, T* element) {
    return active ? *element : std::remove_const_t<T>(0);
}
template <typename T, typename Value>
MUSIMD_SPMD_CALL void assign(T& to, const Value& value) {
    to = static_cast<T>(value);
}

// `return` of a kernel, which returns nothing; its type depends on the template's arguments.
template <int bits>
MUSIMD_SPMD_CALL void leave() {}

}  // namespace spmd

// ---- kernels and device functions
//
// spmd_bits: the launch's width; spmd_i: the element; spmd_active: whether it has not returned yet. It is
// constant in a kernel, which k_return leaves at once. A device function may return a value after k_return,
// by a C++ `return`: the code after k_return runs without effect. (An infix division there, outside k_set and
// k_store, is computed.)

#ifdef __CUDACC__
#define spmd_kernel_head_(name, ...)                                                                  \
    __global__ void name(__VA_ARGS__, std::int64_t spmd_n) {                                          \
        const std::int64_t spmd_i = threadIdx.x + static_cast<std::int64_t>(blockIdx.x) * blockDim.x; \
        if (spmd_i >= spmd_n) return;                                                                 \
        spmd_kernel_begin_
#define spmd_start_(n, threads, ...)                                                              \
    <<<static_cast<unsigned>(((n) + (threads)-1) / (threads)), static_cast<unsigned>(threads)>>>( \
        __VA_ARGS__, static_cast<std::int64_t>(n))
#define spmd_launch_kernel_1d(name, bits, threads, n, ...) name<bits> spmd_start_(n, threads, __VA_ARGS__)
#define spmd_launch_tmpl_kernel_1d(name, argument, bits, threads, n, ...) \
    name<argument, bits> spmd_start_(n, threads, __VA_ARGS__)
#else
#define spmd_kernel_head_(name, ...)                    \
    void name(const std::int64_t spmd_i, __VA_ARGS__) { \
        spmd_kernel_begin_
#define spmd_launch_kernel_1d(name, bits, unroll, n, ...)                          \
    for (std::int64_t spmd_i = 0; spmd_i < static_cast<std::int64_t>(n); ++spmd_i) \
    name<bits>(spmd_i, __VA_ARGS__)
#define spmd_launch_tmpl_kernel_1d(name, argument, bits, unroll, n, ...)           \
    for (std::int64_t spmd_i = 0; spmd_i < static_cast<std::int64_t>(n); ++spmd_i) \
    name<argument, bits>(spmd_i, __VA_ARGS__)
#endif

#define spmd_kernel_begin_                         \
    constexpr bool spmd_in_kernel = spmd_bits > 0; \
    constexpr bool spmd_active = true;             \
    (void)spmd_i, (void)spmd_active, (void)spmd_in_kernel;
#define spmd_dev_func_head_(type_name, ...)                                                               \
    MUSIMD_SPMD_DEVICE type_name(const std::int64_t spmd_i, const bool spmd_caller_active, __VA_ARGS__) { \
        constexpr bool spmd_in_kernel = spmd_bits < 0;                                                    \
        bool spmd_active = spmd_caller_active;                                                            \
        (void)spmd_i, (void)spmd_active, (void)spmd_in_kernel;

#define spmd_kernel_1d(name, ...) \
    template <int spmd_bits>      \
    spmd_kernel_head_(name, __VA_ARGS__)
#define spmd_tmpl_kernel_1d(name, parameter, ...) \
    template <typename parameter, int spmd_bits>  \
    spmd_kernel_head_(name, __VA_ARGS__)
#define spmd_kernel_end }

#define spmd_dev_func(type_name, ...) \
    template <int spmd_bits>          \
    spmd_dev_func_head_(type_name, __VA_ARGS__)
#define spmd_tmpl_dev_func(type_name, parameter, ...) \
    template <typename parameter, int spmd_bits>      \
    spmd_dev_func_head_(type_name, __VA_ARGS__)
#define spmd_dev_func_end }

#define spmd_call_dev_func(name, ...) name<spmd_bits>(spmd_i, spmd_active, __VA_ARGS__)
#define spmd_call_tmpl_dev_func(name, argument, ...) \
    name<argument, spmd_bits>(spmd_i, spmd_active, __VA_ARGS__)

// ---- keywords

#define k_int typename spmd::type_t<spmd_bits>::itype
#define k_uint typename spmd::type_t<spmd_bits>::utype
#define k_float typename spmd::type_t<spmd_bits>::ftype
#define k_bool bool

#define k_load(pointer) spmd::load(spmd_active, &(pointer)[spmd_i])
#define k_store(pointer, value) (spmd_active ? spmd::assign((pointer)[spmd_i], value) : static_cast<void>(0))
#define k_set(variable, value) (spmd_active ? spmd::assign(variable, value) : static_cast<void>(0))
// A single element has no dormant neighbours.
#define k_unmasked_load(pointer) k_load(pointer)
#define k_unmasked_store(pointer, value) k_store(pointer, value)
#define k_unmasked_set(variable, value) k_set(variable, value)

#define k_if(condition) if (spmd_active && (condition)) {
#define k_elseif(condition) \
    }                       \
    else if (spmd_active && (condition)) {
#define k_else \
    }          \
    else if (spmd_active) {
#define k_endif }
#define k_while(condition) while (spmd_active && (condition)) {
#define k_endwhile }
#define k_break break
#define k_continue continue
#define k_return                                                 \
    do {                                                         \
        if constexpr (spmd_in_kernel) {                          \
            return spmd::leave<spmd_bits>();                     \
        } else {                                                 \
            spmd::assign(const_cast<bool&>(spmd_active), false); \
        }                                                        \
    } while (0)

// ---- functions

#define k_orb(a, b) spmd::call_orb<spmd_bits>(a, b)
#define k_andb(a, b) spmd::call_andb<spmd_bits>(a, b)
#define k_andnotb(a, b) spmd::call_andnotb<spmd_bits>(a, b)
#define k_xorb(a, b) spmd::call_xorb<spmd_bits>(a, b)
#define k_notb(a) spmd::call_notb<spmd_bits>(a)
#define k_orl(a, b) (static_cast<bool>(a) | static_cast<bool>(b))
#define k_andl(a, b) (static_cast<bool>(a) & static_cast<bool>(b))
#define k_andnotl(a, b) (static_cast<bool>(a) & !static_cast<bool>(b))
#define k_xorl(a, b) (static_cast<bool>(a) != static_cast<bool>(b))
#define k_notl(a) (!static_cast<bool>(a))
#define k_add(a, b) spmd::call_add<spmd_bits>(a, b)
#define k_sub(a, b) spmd::call_sub<spmd_bits>(a, b)
#define k_mul(a, b) spmd::call_mul<spmd_bits>(a, b)
#define k_div(a, b) spmd::call_div<spmd_bits>(spmd_active, a, b)
#define k_neg(a) spmd::call_neg<spmd_bits>(a)
#define k_abs(a) spmd::call_abs<spmd_bits>(a)
#define k_min(a, b) spmd::call_min<spmd_bits>(a, b)
#define k_max(a, b) spmd::call_max<spmd_bits>(a, b)
#define k_adds(a, b) spmd::call_adds<spmd_bits>(a, b)
#define k_subs(a, b) spmd::call_subs<spmd_bits>(a, b)
#define k_fma(a, b, c) spmd::call_fma<spmd_bits>(a, b, c)
#define k_fnma(a, b, c) spmd::call_fnma<spmd_bits>(a, b, c)
#define k_fms(a, b, c) spmd::call_fms<spmd_bits>(a, b, c)
#define k_fnms(a, b, c) spmd::call_fnms<spmd_bits>(a, b, c)
#define k_eq(a, b) spmd::call_eq<spmd_bits>(a, b)
#define k_ne(a, b) spmd::call_ne<spmd_bits>(a, b)
#define k_gt(a, b) spmd::call_gt<spmd_bits>(a, b)
#define k_ge(a, b) spmd::call_ge<spmd_bits>(a, b)
#define k_lt(a, b) spmd::call_lt<spmd_bits>(a, b)
#define k_le(a, b) spmd::call_le<spmd_bits>(a, b)
#define k_shl(a, count) spmd::call_shl<spmd_bits>(a, count)
#define k_shr(a, count) spmd::call_shr<spmd_bits>(a, count)
#define k_shra(a, count) spmd::call_shra<spmd_bits>(a, count)
#define k_ceil(a) spmd::call_ceil<spmd_bits>(a)
#define k_floor(a) spmd::call_floor<spmd_bits>(a)
#define k_trunc(a) spmd::call_trunc<spmd_bits>(a)
#define k_round_to_even(a) spmd::call_round_to_even<spmd_bits>(a)
#define k_sqrt(a) spmd::call_sqrt<spmd_bits>(a)
#define k_rec(a) spmd::call_rec<spmd_bits>(a)
#define k_rec11(a) k_rec(a)
#define k_rec8(a) k_rec(a)
#define k_rsqrt11(a) spmd::call_rsqrt<spmd_bits>(a)
#define k_rsqrt8(a) k_rsqrt11(a)
#define k_to_mask(to, a) spmd::to_mask<to>(a)
#define k_to_logical(a) spmd::call_to_logical<spmd_bits>(a)
#define k_to_bool(a) static_cast<bool>(a)
#define k_reinterpret(to, a) spmd::bits_as<to>(a)
#define k_cvt(to, a) spmd::cvt<to>(a)
#define k_f32_to_f16(a) f16(a)
#define k_f16_to_f32(a) static_cast<f32>(a)
#define k_sin_u10(a) spmd::call_sin<spmd_bits>(a)
#define k_sin_u35(a) spmd::call_sin<spmd_bits>(a)
#define k_cos_u10(a) spmd::call_cos<spmd_bits>(a)
#define k_cos_u35(a) spmd::call_cos<spmd_bits>(a)
#define k_tan_u10(a) spmd::call_tan<spmd_bits>(a)
#define k_tan_u35(a) spmd::call_tan<spmd_bits>(a)
#define k_asin_u10(a) spmd::call_asin<spmd_bits>(a)
#define k_asin_u35(a) spmd::call_asin<spmd_bits>(a)
#define k_acos_u10(a) spmd::call_acos<spmd_bits>(a)
#define k_acos_u35(a) spmd::call_acos<spmd_bits>(a)
#define k_atan_u10(a) spmd::call_atan<spmd_bits>(a)
#define k_atan_u35(a) spmd::call_atan<spmd_bits>(a)
#define k_atan2_u10(a, b) spmd::call_atan2<spmd_bits>(a, b)
#define k_atan2_u35(a, b) spmd::call_atan2<spmd_bits>(a, b)
#define k_log_u10(a) spmd::call_log<spmd_bits>(a)
#define k_log_u35(a) spmd::call_log<spmd_bits>(a)
#define k_cbrt_u10(a) spmd::call_cbrt<spmd_bits>(a)
#define k_cbrt_u35(a) spmd::call_cbrt<spmd_bits>(a)
#define k_sinh_u10(a) spmd::call_sinh<spmd_bits>(a)
#define k_sinh_u35(a) spmd::call_sinh<spmd_bits>(a)
#define k_cosh_u10(a) spmd::call_cosh<spmd_bits>(a)
#define k_cosh_u35(a) spmd::call_cosh<spmd_bits>(a)
#define k_tanh_u10(a) spmd::call_tanh<spmd_bits>(a)
#define k_tanh_u35(a) spmd::call_tanh<spmd_bits>(a)
#define k_exp2_u10(a) spmd::call_exp2<spmd_bits>(a)
#define k_exp2_u35(a) spmd::call_exp2<spmd_bits>(a)
#define k_exp10_u10(a) spmd::call_exp10<spmd_bits>(a)
#define k_exp10_u35(a) spmd::call_exp10<spmd_bits>(a)
#define k_log2_u10(a) spmd::call_log2<spmd_bits>(a)
#define k_log2_u35(a) spmd::call_log2<spmd_bits>(a)
#define k_exp_u10(a) spmd::call_exp<spmd_bits>(a)
#define k_pow_u10(a, b) spmd::call_pow<spmd_bits>(a, b)
#define k_asinh_u10(a) spmd::call_asinh<spmd_bits>(a)
#define k_acosh_u10(a) spmd::call_acosh<spmd_bits>(a)
#define k_atanh_u10(a) spmd::call_atanh<spmd_bits>(a)
#define k_expm1_u10(a) spmd::call_expm1<spmd_bits>(a)
#define k_log10_u10(a) spmd::call_log10<spmd_bits>(a)
#define k_log1p_u10(a) spmd::call_log1p<spmd_bits>(a)
#define k_lgamma_u10(a) spmd::call_lgamma<spmd_bits>(a)
#define k_tgamma_u10(a) spmd::call_tgamma<spmd_bits>(a)
#define k_erf_u10(a) spmd::call_erf<spmd_bits>(a)
#define k_erfc_u15(a) spmd::call_erfc<spmd_bits>(a)
#define k_sinpi_u05(a) spmd::call_sinpi<spmd_bits>(a)
#define k_cospi_u05(a) spmd::call_cospi<spmd_bits>(a)
#define k_hypot_u05(a, b) spmd::call_hypot<spmd_bits>(a, b)
#define k_hypot_u35(a, b) spmd::call_hypot<spmd_bits>(a, b)
#define k_remainder(a, b) spmd::call_remainder<spmd_bits>(a, b)
#define k_fmod(a, b) spmd::call_fmod<spmd_bits>(a, b)
