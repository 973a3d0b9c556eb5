#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "dsl/function.hpp"
#include "dsl/spmd/lane.hpp"

// The functions of the DSL, generated from the rows of dsl/functions.def. keywords.hpp has their k_ names.

namespace musimd::spmd {

/// The columns of a row that are needed when a kernel is compiled.
struct FunctionRow {
    char result;
    std::string_view operands;
    std::string_view types;
};

inline constexpr FunctionRow kFunctionRows[] = {
#define MUSIMD_SPMD_FUNCTION(name, result, operands, types, promise, meaning) {#result[0], operands, types},
#include "dsl/functions.def"
};

constexpr const FunctionRow& row_of(dsl::Function function) {
    return kFunctionRows[static_cast<std::size_t>(function)];
}

template <dsl::Function F, class V>
constexpr bool takes_type() {
    if constexpr (V::is_condition)
        return row_of(F).types.empty();
    else
        return row_of(F).types.find("iuf"[static_cast<int>(kind_of(V::type))]) != std::string_view::npos;
}

// Names for the signatures of deleted functions.
struct the_function_has_another_number_of_operands;
struct the_operands_of_a_function_are_of_one_type_use_k_cvt;
struct the_function_does_not_take_this_type;
struct k_reinterpret_keeps_the_width;
struct the_type_named_is_not_that_of_a_number;

/// The error of a call.
enum class CallError : std::uint8_t { none, number, mixed, type, count };

/// Whether an A can be operand I of the function, whose values are of V.
template <dsl::Function F, class V, std::size_t I, class A>
constexpr CallError error_of_operand() {
    if constexpr (row_of(F).operands[I] == 's')
        return std::is_integral_v<A> ? CallError::none : CallError::count;
    else if constexpr (std::is_convertible_v<const A&, Operand<V, Meeting::function>>)
        return CallError::none;
    else
        return CallError::mixed;
}

template <dsl::Function F, class V, class... A, std::size_t... I>
constexpr CallError error_of_operands(std::index_sequence<I...>) {
    CallError error = CallError::none;
    ((error = error == CallError::none ? error_of_operand<F, V, I, A>() : error), ...);
    return error;
}

template <dsl::Function F, class... A>
constexpr CallError error_of_call() {
    if constexpr (sizeof...(A) != row_of(F).operands.size()) {
        return CallError::number;
    } else {
        using V = typename FirstLane<A...>::V;
        if constexpr (!takes_type<F, V>())
            return CallError::type;
        else
            return error_of_operands<F, V, A...>(std::index_sequence_for<A...>());
    }
}

/// The function's operands; operand `I` has the kind that the row says.
template <dsl::Function F, class V, std::size_t I, class A>
dsl::Expr operand(const A& a, std::uint32_t line) {
    if constexpr (row_of(F).operands[I] == 's')
        return count_of_shift(a, line);
    else
        return Operand<V, Meeting::function>(a, Where(line)).expr();
}

template <dsl::Function F, class V, std::size_t... I, class... A>
std::vector<dsl::Expr> operands(std::index_sequence<I...>, std::uint32_t line, const A&... a) {
    return {operand<F, V, I>(a, line)...};
}

/// A function whose result has its operands' type, or is a condition.
template <dsl::Function F, class... A>
requires(error_of_call<F, A...>() == CallError::none) auto call(std::uint32_t line, const A&... a) {
    using V = typename FirstLane<A...>::V;
    using R = std::conditional_t<row_of(F).result == 'l', Condition, V>;
    return Value<R>(dsl::apply(F, operands<F, V>(std::index_sequence_for<A...>(), line, a...), false, line));
}
template <dsl::Function F, class... A>
the_function_has_another_number_of_operands call(std::uint32_t, const A&...) requires(
    error_of_call<F, A...>() == CallError::number) = MUSIMD_SPMD_DELETED("too few or too many operands");
template <dsl::Function F, class... A>
the_operands_of_a_function_are_of_one_type_use_k_cvt call(std::uint32_t, const A&...) requires(
    error_of_call<F, A...>() ==
    CallError::mixed) = MUSIMD_SPMD_DELETED("k_cvt and k_reinterpret convert lanes");
template <dsl::Function F, class... A>
the_function_does_not_take_this_type call(std::uint32_t,
                                          const A&...) requires(error_of_call<F, A...>() == CallError::type) =
    MUSIMD_SPMD_DELETED("the function does not take this type");
template <dsl::Function F, class... A>
the_count_of_a_shift_is_a_uniform_int call(std::uint32_t, const A&...) requires(error_of_call<F, A...>() ==
                                                                                CallError::count) =
    MUSIMD_SPMD_DELETED("the shift count must be a uniform int");

/// A function whose result has the type named first, that of the variable type To.
template <dsl::Function F, class To, class A>
requires(error_of_call<F, A>() == CallError::none &&
         !LaneTraits<To>::V::is_condition) auto call_to(std::uint32_t line, const A& a) {
    using R = typename LaneTraits<To>::V;
    using V = typename FirstLane<A>::V;
    return Value<R>(dsl::apply(F, R::type, operands<F, V>(std::index_sequence_for<A>(), line, a), line));
}
template <dsl::Function F, class To, class A>
the_type_named_is_not_that_of_a_number call_to(std::uint32_t, const A&) requires(
    LaneTraits<To>::V::is_condition) = MUSIMD_SPMD_DELETED("expected k_int, k_uint or k_float");
template <dsl::Function F, class To, class A>
the_function_does_not_take_this_type call_to(std::uint32_t, const A&) requires(
    error_of_call<F, A>() != CallError::none &&
    !LaneTraits<To>::V::is_condition) = MUSIMD_SPMD_DELETED("the function does not take this type");

/// Whether k_reinterpret of an A to lanes of R keeps the width.
template <class R, class A>
constexpr bool same_width() {
    if constexpr (LaneLike<A>)
        return width_of(LaneTraits<A>::V::type) == width_of(R::type);
    else
        return 8 * sizeof(A) == static_cast<std::size_t>(width_of(R::type));
}

/// A uniform value as a number of R.
template <class R, class A>
dsl::Expr converted(A a, std::uint32_t line) {
    if constexpr (std::is_floating_point_v<A> && !is_float(R::type)) {
        if (std::trunc(a) != a) fail_to_round(line, static_cast<double>(a), R::type);
    }
    return Operand<R>(a, Where(line)).expr();
}

/// k_cvt and k_reinterpret.
template <dsl::Function F, class To, class A>
requires(F == dsl::Function::cvt ||
         same_width<typename LaneTraits<To>::V, A>()) auto convert(std::uint32_t line, const A& a) {
    using R = typename LaneTraits<To>::V;
    if constexpr (LaneLike<A>)
        return call_to<F, To>(line, a);
    else if constexpr (F == dsl::Function::reinterpret)
        return Value<R>(dsl::literal(R::type, pattern_of<element_type<A>()>(a), line));
    else
        return Value<R>(converted<R>(a, line));
}
template <dsl::Function F, class To, class A>
k_reinterpret_keeps_the_width convert(std::uint32_t, const A&) requires(
    F == dsl::Function::reinterpret &&
    !same_width<typename LaneTraits<To>::V, A>()) = MUSIMD_SPMD_DELETED("k_reinterpret keeps the width");

/// k_f32_to_f16 of a lane or a uniform value; H is the f16 of uniform values.
template <class H, class A>
auto f32_to_f16(std::uint32_t line, const A& a) {
    if constexpr (LaneLike<A>)
        return call_to<dsl::Function::f32_to_f16, Lane<Number<Type::f16>>>(line, a);
    else
        return std::bit_cast<H>(half_of_double(static_cast<double>(static_cast<float>(a))));
}

template <class H, class A>
auto f16_to_f32(std::uint32_t line, const A& a) {
    if constexpr (LaneLike<A>)
        return call_to<dsl::Function::f16_to_f32, Lane<Number<Type::f32>>>(line, a);
    else
        return static_cast<float>(double_of_half(std::bit_cast<std::uint16_t>(H(a))));
}

/// k_to_bool: the condition itself.
template <class A>
Value<Condition> to_bool(std::uint32_t line, const A& a) {
    return call<dsl::Function::to_bool>(line, a);
}

}  // namespace musimd::spmd
