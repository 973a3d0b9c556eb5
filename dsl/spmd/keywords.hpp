#pragma once
#pragma GCC system_header  // so that GCC reports errors in a macro where the kernel uses it

#include <cstdint>

#include "dsl/spmd/functions.hpp"
#include "dsl/spmd/launch.hpp"

// The keywords of the DSL. Macros and names that end in an underscore are internal.

namespace musimd::spmd {

// ---- the types of a launch's width

constexpr bool is_width(int bits) {
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

template <int Bits>
struct Width {
    static constexpr Type i = type_of(TypeKind::signed_integer, Bits).value_or(Type::i32);
    static constexpr Type u = type_of(TypeKind::unsigned_integer, Bits).value_or(Type::u32);
};
/// Messages name it with the member that a launch of 8 bits lacks.
template <int Bits>
struct types_of_a_launch {
    using k_float = Lane<Number<type_of(TypeKind::floating, Bits).value_or(Type::f32)>>;
};
template <>
struct types_of_a_launch<8> {};

template <int Bits>
using int_of = Lane<Number<Width<Bits>::i>>;
template <int Bits>
using uint_of = Lane<Number<Width<Bits>::u>>;
/// The same for every width; it depends on the width so that it can be used like the other types in a
/// template.
template <int Bits>
using bool_of = Lane<std::enable_if_t<(Bits > 0), Condition>>;

// ---- statements and memory

struct the_elements_of_the_pointer_have_not_the_width_of_the_launch;

template <int Bits, class T>
requires(8 * sizeof(T) == Bits) auto load(T* pointer, bool unmasked, std::uint32_t line) {
    using E = std::remove_const_t<T>;
    const dsl::ElementRef element =
        Recording::current("k_load", line).element_at(pointer, element_type<E>(), line);
    return Value<Number<element_type<E>()>>(dsl::load(element, element_type<E>(), unmasked, line));
}
template <int Bits, class T>
the_elements_of_the_pointer_have_not_the_width_of_the_launch load(T*, bool, std::uint32_t) requires(
    8 * sizeof(T) != Bits) = MUSIMD_SPMD_DELETED("k_load: the pointer's elements have another width");

template <int Bits, class T>
requires(8 * sizeof(T) ==
         Bits) void store(T* pointer, const std::type_identity_t<Operand<Number<element_type<T>()>>>& value,
                          bool unmasked, std::uint32_t line) {
    Recording& recording = Recording::current("k_store", line);
    recording.store(recording.element_at(pointer, element_type<T>(), line), value.expr(), unmasked, line);
}
template <int Bits, class T, class A>
the_elements_of_the_pointer_have_not_the_width_of_the_launch store(T*, const A&, bool,
                                                                   std::uint32_t) requires(8 * sizeof(T) !=
                                                                                           Bits) =
    MUSIMD_SPMD_DELETED("k_store: the pointer's elements have another width");

template <class V>
void set(const Lane<V>& variable, const std::type_identity_t<Operand<V>>& value, bool unmasked,
         std::uint32_t line) {
    Recording::current("k_set", line).set(variable, value.expr(), unmasked, line);
}

/// The operands of k_if, k_elseif and k_while.
template <class C>
inline constexpr bool is_condition = ConditionLike<C> || std::is_same_v<std::remove_cvref_t<C>, bool>;

template <class C>
dsl::Expr condition(const C& c) {
    if constexpr (is_condition<C>)
        return Operand<Condition>(c).expr();
    else
        return dsl::literal(false);  // the keyword has reported the error
}

inline Recorder& keyword(const char* word, std::uint32_t line) {
    return Recording::current(word, line).recorder();
}

}  // namespace musimd::spmd

#define musimd_spmd_line_ static_cast<std::uint32_t>(__LINE__)
#define musimd_spmd_check_condition_(...)                            \
    static_assert(musimd::spmd::is_condition<decltype(__VA_ARGS__)>, \
                  "k_if and k_while need a condition: compare, or use k_to_logical");
#define musimd_spmd_check_launch_(bits, n)                                                             \
    static_assert(musimd::spmd::is_width(bits), "the width of a launch must be 8, 16, 32 or 64 bits"); \
    static_assert(std::is_integral_v<std::remove_cvref_t<decltype(n)>>,                                \
                  "the number of elements must be an integer");

// clang-format off

// ---- kernels and device functions

#define spmd_kernel_1d(name, ...)                    \
    template <int spmd_bits_>                        \
    void name(__VA_ARGS__) {                         \
        musimd::spmd::begin_kernel(__FILE__, #__VA_ARGS__);

#define spmd_tmpl_kernel_1d(name, template_argument, ...) \
    template <typename template_argument, int spmd_bits_> \
    void name(__VA_ARGS__) {                              \
        musimd::spmd::begin_kernel(__FILE__, #__VA_ARGS__);

#define spmd_kernel_end }

#define spmd_dev_func(type_name, ...) \
    template <int spmd_bits_>         \
    type_name(__VA_ARGS__) {          \
        const musimd::spmd::DeviceCall spmd_call_(#type_name, "" #__VA_ARGS__, musimd_spmd_line_);

#define spmd_tmpl_dev_func(type_name, template_argument, ...) \
    template <typename template_argument, int spmd_bits_>     \
    type_name(__VA_ARGS__) {                                  \
        const musimd::spmd::DeviceCall spmd_call_(#type_name, "" #__VA_ARGS__, musimd_spmd_line_);

#define spmd_dev_func_end }

#define spmd_call_dev_func(name, ...) name<spmd_bits_>(__VA_ARGS__)
#define spmd_call_tmpl_dev_func(name, template_argument, ...) name<template_argument, spmd_bits_>(__VA_ARGS__)

// ---- launches. The unroll factor, or the threads per block, have no effect.

#define spmd_launch_kernel_1d(name, bits, param, n, ...)                                                 \
    {                                                                                                    \
        musimd_spmd_check_launch_(bits, n)                                                               \
        static_cast<void>(param);                                                                        \
        musimd::spmd::launch<bits>({#name, __FILE__, musimd_spmd_line_}, n,                              \
                                   [](auto&&... spmd_arguments_) { name<bits>(spmd_arguments_...); }, \
                                   __VA_ARGS__);                                                         \
    }

#define spmd_launch_tmpl_kernel_1d(name, template_argument, bits, param, n, ...)                         \
    {                                                                                                    \
        musimd_spmd_check_launch_(bits, n)                                                               \
        static_cast<void>(param);                                                                        \
        musimd::spmd::launch<bits>({#name, __FILE__, musimd_spmd_line_}, n,                              \
                                   [](auto&&... spmd_arguments_) {                                       \
                                       name<template_argument, bits>(spmd_arguments_...);                \
                                   },                                                                    \
                                   __VA_ARGS__);                                                         \
    }

// ---- types

#define k_int musimd::spmd::int_of<spmd_bits_>
#define k_uint musimd::spmd::uint_of<spmd_bits_>
#define k_float typename musimd::spmd::types_of_a_launch<spmd_bits_>::k_float
#define k_bool musimd::spmd::bool_of<spmd_bits_>

// ---- memory and variables

#define k_load(...) musimd::spmd::load<spmd_bits_>(__VA_ARGS__, false, musimd_spmd_line_)
#define k_unmasked_load(...) musimd::spmd::load<spmd_bits_>(__VA_ARGS__, true, musimd_spmd_line_)
#define k_store(pointer, ...) musimd::spmd::store<spmd_bits_>(pointer, __VA_ARGS__, false, musimd_spmd_line_)
#define k_unmasked_store(pointer, ...) musimd::spmd::store<spmd_bits_>(pointer, __VA_ARGS__, true, musimd_spmd_line_)
#define k_set(variable, ...) musimd::spmd::set(variable, __VA_ARGS__, false, musimd_spmd_line_)
#define k_unmasked_set(variable, ...) musimd::spmd::set(variable, __VA_ARGS__, true, musimd_spmd_line_)

// ---- control. Each opens two C++ scopes, so that variables declared in a block are destroyed at its end.

#define musimd_spmd_keyword_(word) musimd::spmd::keyword(#word, musimd_spmd_line_)

#define k_if(...)                                                                                     \
    {                                                                                                 \
        musimd_spmd_check_condition_(__VA_ARGS__)                                                     \
        musimd_spmd_keyword_(k_if).begin_if(musimd::spmd::condition(__VA_ARGS__), musimd_spmd_line_); \
        {
#define k_elseif(...)                                                              \
        }                                                                          \
        musimd_spmd_keyword_(k_elseif).begin_elseif(musimd_spmd_line_);            \
        musimd_spmd_check_condition_(__VA_ARGS__)                                  \
        musimd_spmd_keyword_(k_elseif)                                             \
            .elseif_condition(musimd::spmd::condition(__VA_ARGS__), musimd_spmd_line_); \
        {
#define k_else                                                      \
        }                                                           \
        musimd_spmd_keyword_(k_else).begin_else(musimd_spmd_line_); \
        {
#define k_endif                                                     \
        }                                                           \
        musimd_spmd_keyword_(k_endif).end_if(musimd_spmd_line_);    \
    }
#define k_while(...)                                                               \
    {                                                                              \
        musimd_spmd_keyword_(k_while).begin_while(musimd_spmd_line_);              \
        musimd_spmd_check_condition_(__VA_ARGS__)                                  \
        musimd_spmd_keyword_(k_while)                                              \
            .while_condition(musimd::spmd::condition(__VA_ARGS__), musimd_spmd_line_); \
        {
#define k_endwhile                                                     \
        }                                                              \
        musimd_spmd_keyword_(k_endwhile).end_while(musimd_spmd_line_); \
    }
#define musimd_spmd_leave_(word, kind) \
    musimd_spmd_keyword_(word).leave(musimd::dsl::Statement::Kind::kind, musimd_spmd_line_)
#define k_break musimd_spmd_leave_(k_break, break_)
#define k_continue musimd_spmd_leave_(k_continue, continue_)
#define k_return musimd_spmd_leave_(k_return, return_)

// ---- conversions

#define musimd_spmd_convert_(function, to, ...) \
    musimd::spmd::convert<musimd::dsl::Function::function, to>(musimd_spmd_line_, __VA_ARGS__)
#define k_cvt(to, ...) musimd_spmd_convert_(cvt, to, __VA_ARGS__)
#define k_reinterpret(to, ...) musimd_spmd_convert_(reinterpret, to, __VA_ARGS__)
#define k_to_mask(to, ...) \
    musimd::spmd::call_to<musimd::dsl::Function::to_mask, to>(musimd_spmd_line_, __VA_ARGS__)
#define k_to_bool(...) musimd::spmd::to_bool(musimd_spmd_line_, __VA_ARGS__)
#define k_f32_to_f16(...) musimd::spmd::f32_to_f16<::f16>(musimd_spmd_line_, __VA_ARGS__)
#define k_f16_to_f32(...) musimd::spmd::f16_to_f32<::f16>(musimd_spmd_line_, __VA_ARGS__)

// ---- the other functions: the rows of dsl/functions.def

#define musimd_spmd_call_(function, ...) \
    musimd::spmd::call<musimd::dsl::Function::function>(musimd_spmd_line_, __VA_ARGS__)

#define k_orb(...) musimd_spmd_call_(orb, __VA_ARGS__)
#define k_andb(...) musimd_spmd_call_(andb, __VA_ARGS__)
#define k_andnotb(...) musimd_spmd_call_(andnotb, __VA_ARGS__)
#define k_xorb(...) musimd_spmd_call_(xorb, __VA_ARGS__)
#define k_notb(...) musimd_spmd_call_(notb, __VA_ARGS__)
#define k_orl(...) musimd_spmd_call_(orl, __VA_ARGS__)
#define k_andl(...) musimd_spmd_call_(andl, __VA_ARGS__)
#define k_andnotl(...) musimd_spmd_call_(andnotl, __VA_ARGS__)
#define k_xorl(...) musimd_spmd_call_(xorl, __VA_ARGS__)
#define k_notl(...) musimd_spmd_call_(notl, __VA_ARGS__)
#define k_add(...) musimd_spmd_call_(add, __VA_ARGS__)
#define k_sub(...) musimd_spmd_call_(sub, __VA_ARGS__)
#define k_mul(...) musimd_spmd_call_(mul, __VA_ARGS__)
#define k_div(...) musimd_spmd_call_(div, __VA_ARGS__)
#define k_neg(...) musimd_spmd_call_(neg, __VA_ARGS__)
#define k_abs(...) musimd_spmd_call_(abs, __VA_ARGS__)
#define k_min(...) musimd_spmd_call_(min, __VA_ARGS__)
#define k_max(...) musimd_spmd_call_(max, __VA_ARGS__)
#define k_adds(...) musimd_spmd_call_(adds, __VA_ARGS__)
#define k_subs(...) musimd_spmd_call_(subs, __VA_ARGS__)
#define k_fma(...) musimd_spmd_call_(fma, __VA_ARGS__)
#define k_fnma(...) musimd_spmd_call_(fnma, __VA_ARGS__)
#define k_fms(...) musimd_spmd_call_(fms, __VA_ARGS__)
#define k_fnms(...) musimd_spmd_call_(fnms, __VA_ARGS__)
#define k_eq(...) musimd_spmd_call_(eq, __VA_ARGS__)
#define k_ne(...) musimd_spmd_call_(ne, __VA_ARGS__)
#define k_gt(...) musimd_spmd_call_(gt, __VA_ARGS__)
#define k_ge(...) musimd_spmd_call_(ge, __VA_ARGS__)
#define k_lt(...) musimd_spmd_call_(lt, __VA_ARGS__)
#define k_le(...) musimd_spmd_call_(le, __VA_ARGS__)
#define k_shl(...) musimd_spmd_call_(shl, __VA_ARGS__)
#define k_shr(...) musimd_spmd_call_(shr, __VA_ARGS__)
#define k_shra(...) musimd_spmd_call_(shra, __VA_ARGS__)
#define k_ceil(...) musimd_spmd_call_(ceil, __VA_ARGS__)
#define k_floor(...) musimd_spmd_call_(floor, __VA_ARGS__)
#define k_trunc(...) musimd_spmd_call_(trunc, __VA_ARGS__)
#define k_round_to_even(...) musimd_spmd_call_(round_to_even, __VA_ARGS__)
#define k_sqrt(...) musimd_spmd_call_(sqrt, __VA_ARGS__)
#define k_rec(...) musimd_spmd_call_(rec, __VA_ARGS__)
#define k_rec11(...) musimd_spmd_call_(rec11, __VA_ARGS__)
#define k_rec8(...) musimd_spmd_call_(rec8, __VA_ARGS__)
#define k_rsqrt11(...) musimd_spmd_call_(rsqrt11, __VA_ARGS__)
#define k_rsqrt8(...) musimd_spmd_call_(rsqrt8, __VA_ARGS__)
#define k_to_logical(...) musimd_spmd_call_(to_logical, __VA_ARGS__)
#define k_sin_u10(...) musimd_spmd_call_(sin_u10, __VA_ARGS__)
#define k_sin_u35(...) musimd_spmd_call_(sin_u35, __VA_ARGS__)
#define k_cos_u10(...) musimd_spmd_call_(cos_u10, __VA_ARGS__)
#define k_cos_u35(...) musimd_spmd_call_(cos_u35, __VA_ARGS__)
#define k_tan_u10(...) musimd_spmd_call_(tan_u10, __VA_ARGS__)
#define k_tan_u35(...) musimd_spmd_call_(tan_u35, __VA_ARGS__)
#define k_asin_u10(...) musimd_spmd_call_(asin_u10, __VA_ARGS__)
#define k_asin_u35(...) musimd_spmd_call_(asin_u35, __VA_ARGS__)
#define k_acos_u10(...) musimd_spmd_call_(acos_u10, __VA_ARGS__)
#define k_acos_u35(...) musimd_spmd_call_(acos_u35, __VA_ARGS__)
#define k_atan_u10(...) musimd_spmd_call_(atan_u10, __VA_ARGS__)
#define k_atan_u35(...) musimd_spmd_call_(atan_u35, __VA_ARGS__)
#define k_atan2_u10(...) musimd_spmd_call_(atan2_u10, __VA_ARGS__)
#define k_atan2_u35(...) musimd_spmd_call_(atan2_u35, __VA_ARGS__)
#define k_log_u10(...) musimd_spmd_call_(log_u10, __VA_ARGS__)
#define k_log_u35(...) musimd_spmd_call_(log_u35, __VA_ARGS__)
#define k_cbrt_u10(...) musimd_spmd_call_(cbrt_u10, __VA_ARGS__)
#define k_cbrt_u35(...) musimd_spmd_call_(cbrt_u35, __VA_ARGS__)
#define k_sinh_u10(...) musimd_spmd_call_(sinh_u10, __VA_ARGS__)
#define k_sinh_u35(...) musimd_spmd_call_(sinh_u35, __VA_ARGS__)
#define k_cosh_u10(...) musimd_spmd_call_(cosh_u10, __VA_ARGS__)
#define k_cosh_u35(...) musimd_spmd_call_(cosh_u35, __VA_ARGS__)
#define k_tanh_u10(...) musimd_spmd_call_(tanh_u10, __VA_ARGS__)
#define k_tanh_u35(...) musimd_spmd_call_(tanh_u35, __VA_ARGS__)
#define k_exp2_u10(...) musimd_spmd_call_(exp2_u10, __VA_ARGS__)
#define k_exp2_u35(...) musimd_spmd_call_(exp2_u35, __VA_ARGS__)
#define k_exp10_u10(...) musimd_spmd_call_(exp10_u10, __VA_ARGS__)
#define k_exp10_u35(...) musimd_spmd_call_(exp10_u35, __VA_ARGS__)
#define k_log2_u10(...) musimd_spmd_call_(log2_u10, __VA_ARGS__)
#define k_log2_u35(...) musimd_spmd_call_(log2_u35, __VA_ARGS__)
#define k_exp_u10(...) musimd_spmd_call_(exp_u10, __VA_ARGS__)
#define k_pow_u10(...) musimd_spmd_call_(pow_u10, __VA_ARGS__)
#define k_asinh_u10(...) musimd_spmd_call_(asinh_u10, __VA_ARGS__)
#define k_acosh_u10(...) musimd_spmd_call_(acosh_u10, __VA_ARGS__)
#define k_atanh_u10(...) musimd_spmd_call_(atanh_u10, __VA_ARGS__)
#define k_expm1_u10(...) musimd_spmd_call_(expm1_u10, __VA_ARGS__)
#define k_log10_u10(...) musimd_spmd_call_(log10_u10, __VA_ARGS__)
#define k_log1p_u10(...) musimd_spmd_call_(log1p_u10, __VA_ARGS__)
#define k_lgamma_u10(...) musimd_spmd_call_(lgamma_u10, __VA_ARGS__)
#define k_tgamma_u10(...) musimd_spmd_call_(tgamma_u10, __VA_ARGS__)
#define k_erf_u10(...) musimd_spmd_call_(erf_u10, __VA_ARGS__)
#define k_erfc_u15(...) musimd_spmd_call_(erfc_u15, __VA_ARGS__)
#define k_sinpi_u05(...) musimd_spmd_call_(sinpi_u05, __VA_ARGS__)
#define k_cospi_u05(...) musimd_spmd_call_(cospi_u05, __VA_ARGS__)
#define k_hypot_u05(...) musimd_spmd_call_(hypot_u05, __VA_ARGS__)
#define k_hypot_u35(...) musimd_spmd_call_(hypot_u35, __VA_ARGS__)
#define k_remainder(...) musimd_spmd_call_(remainder, __VA_ARGS__)
#define k_fmod(...) musimd_spmd_call_(fmod, __VA_ARGS__)
// clang-format on
