#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "dsl/function.hpp"
#include "dsl/spmd/lane.hpp"

// The functions of the DSL, made from the rows of dsl/functions.def. keywords.hpp has their k_ names.

namespace musimd::spmd {

/// What of a row must be known when a kernel is compiled.
struct FunctionRow {
    char result;
    std::string_view operands;
    std::string_view types;
};

inline constexpr FunctionRow kFunctionRows[] = {
#define MUSIMD_SPMD_FUNCTION(name, result, operands, types, promise, meaning) {#result[0], operands, types},
#include "dsl/functions.def"
#undef MUSIMD_SPMD_FUNCTION
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

/// The function's operands, number `I` of them as the row says.
template <dsl::Function F, class V, std::size_t I, class A>
dsl::Expr operand(const A& a, std::uint32_t line) {
    if constexpr (row_of(F).operands[I] == 's') {
        static_assert(std::is_integral_v<A>, "a shift's count is a uniform int");
        return dsl::literal(Type::i32, static_cast<std::uint32_t>(a), line);
    } else {
        static_assert(std::is_convertible_v<const A&, Operand<V>>,
                      "the operands of a function are of one type: k_cvt and k_reinterpret convert");
        return Operand<V>(a).expr();
    }
}

template <dsl::Function F, class V, std::size_t... I, class... A>
std::vector<dsl::Expr> operands(std::index_sequence<I...>, std::uint32_t line, const A&... a) {
    return {operand<F, V, I>(a, line)...};
}

template <dsl::Function F, class... A>
constexpr bool right_number() {
    return sizeof...(A) == row_of(F).operands.size();
}

/// A function whose result is of its operands' type, or a condition.
template <dsl::Function F, class... A>
auto call(std::uint32_t line, const A&... a) {
    static_assert(right_number<F, A...>(), "a function of the DSL with too few or too many operands");
    using V = typename FirstLane<A...>::V;
    static_assert(takes_type<F, V>(), "a function of the DSL that does not take this type");
    using R = std::conditional_t<row_of(F).result == 'l', Condition, V>;
    return Value<R>(dsl::apply(F, operands<F, V>(std::index_sequence_for<A...>(), line, a...), false, line));
}

/// A function whose result is of the type named first, that of the variable type To.
template <dsl::Function F, class To, class A>
auto call_to(std::uint32_t line, const A& a) {
    using R = typename LaneTraits<To>::V;
    using V = typename FirstLane<A>::V;
    static_assert(!R::is_condition, "the type named is not a number's");
    static_assert(takes_type<F, V>(), "a function of the DSL that does not take this type");
    return Value<R>(dsl::apply(F, R::type, operands<F, V>(std::index_sequence_for<A>(), line, a), line));
}

/// k_cvt and k_reinterpret.
template <dsl::Function F, class To, class A>
auto convert(std::uint32_t line, const A& a) {
    if constexpr (LaneLike<A>) {
        static_assert(
            F == dsl::Function::cvt || width_of(LaneTraits<A>::V::type) == width_of(LaneTraits<To>::V::type),
            "k_reinterpret keeps the width");
        return call_to<F, To>(line, a);
    } else {
        using R = typename LaneTraits<To>::V;
        static_assert(Element<A>, "what is converted is a number");
        return Value<R>(Operand<R>(a).expr());
    }
}

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
