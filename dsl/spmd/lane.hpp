#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "dsl/spmd/element.hpp"
#include "dsl/spmd/recording.hpp"
#include "dsl/spmd/uniform.hpp"

// The types of the DSL as C++ types: variables (k_int, …) are Lane<Number<Type::i32>>, a computed value is a
// Value, and both, as well as uniform scalars, convert to an Operand.
//
// Operations that kernels must not use are deleted functions, because compilers report their use at the line
// of the kernel. They show the signature, so the names in it say what to write instead.

#ifdef __cpp_deleted_function
#define MUSIMD_SPMD_DELETED(reason) delete (reason)
#else
#define MUSIMD_SPMD_DELETED(reason) delete
#endif

namespace musimd::spmd {

template <Type T>
struct Number {
    static constexpr bool is_condition = false;
    static constexpr Type type = T;
    static constexpr dsl::ValueType value_type = dsl::ValueType::number(T);
};
struct Condition {
    static constexpr bool is_condition = true;
    static constexpr dsl::ValueType value_type = dsl::ValueType::of_condition();
};

/// The line of an operand or a variable: that of the call whose default argument constructs it.
struct Where {
    explicit constexpr Where(std::uint32_t number) : line(number) {}
    std::uint32_t line;
};

// Names for the signatures of deleted functions.
struct use_k_set_instead_of_a_plain_assignment;
struct the_uniform_value_must_be_converted_to_the_type_of_the_lanes {};
struct the_count_of_a_shift_is_a_uniform_int;
struct the_operands_of_and_and_or_are_conditions;

template <class V>
class Lane;
template <class V>
class Value;

/// Whether a uniform S may be mixed with lanes of V.
template <class V, class S, Meeting M>
constexpr bool meets() {
    if constexpr (V::is_condition)
        return std::is_integral_v<S>;
    else
        return may_meet<V::type, S, M>();
}

/// An operand of an operator or a function: an expression and its line.
template <class V, Meeting M = Meeting::assignment>
class Operand {
  public:
    Operand(const Lane<V>& lane, Where where = Where(__builtin_LINE())) : expr_(lane.read(where.line)) {}
    Operand(const Value<V>& value, Where where = Where(__builtin_LINE()))
        : expr_(value.use()), line_(where.line) {}
    template <Scalar S>
    requires(meets<V, S, M>()) Operand(S scalar, Where where = Where(__builtin_LINE()))
        : expr_(of(scalar, where.line)) {}
    template <Scalar S>
    requires(!meets<V, S, M>()) Operand(S, the_uniform_value_must_be_converted_to_the_type_of_the_lanes = {})
    = MUSIMD_SPMD_DELETED("C++ computes this in a different type than vectors do: convert the value");

    const dsl::Expr& expr() const { return expr_; }
    std::uint32_t line() const { return line_ != 0 ? line_ : expr_->line.line; }

  private:
    template <class S>
    static dsl::Expr of(S scalar, std::uint32_t line) {
        if constexpr (V::is_condition) {
            if (M == Meeting::assignment && scalar != S(0) && scalar != S(1)) fail_as_condition(line);
            return dsl::literal(scalar != S(0), line);
        } else {
            check(scalar, line);
            return dsl::literal(V::type, pattern_of<V::type>(scalar), line);
        }
    }

    template <class S>
    static void check(S scalar, std::uint32_t line) {
        constexpr Type kCommon = computed_in<V::type, S>();
        constexpr bool kRounds = M == Meeting::function && is_float(V::type);  // everywhere
        if constexpr (M != Meeting::assignment && kCommon != V::type && !kRounds) {
            using Widest =
                std::conditional_t<std::is_floating_point_v<S>, double,
                                   std::conditional_t<std::is_signed_v<S>, std::int64_t, std::uint64_t>>;
            if (!holds<V::type>(scalar)) fail_to_hold(line, static_cast<Widest>(scalar), V::type, kCommon);
        } else if (!converts<V::type>(scalar)) {
            fail_to_convert(line, static_cast<double>(scalar), V::type);
        }
    }

    dsl::Expr expr_;
    std::uint32_t line_ = 0;
};

/// The count of a shift as an operand.
template <std::integral S>
dsl::Expr count_of_shift(S count, std::uint32_t line) {
    if (!std::in_range<int>(+count)) fail_as_count(line);
    return dsl::literal(Type::i32, static_cast<std::uint32_t>(count), line);
}

/// The infix operators of numbers, in a base class so that they are found for Lane and Value.
template <class V>
struct Operators {};

template <Type T>
struct Operators<Number<T>> {
    using V = Number<T>;
    using C =
        std::conditional_t<(width_of(T) > 0), Condition, void>;  ///< Condition, which is not defined yet

    using A = Operand<V, Meeting::arithmetic>;
    using B = Operand<V, Meeting::comparison>;

    template <class R = V, class O>
    static Value<R> infix(dsl::Function function, const O& a, const O& b) {
        return Value<R>(dsl::apply(function, {a.expr(), b.expr()}, true, std::max(a.line(), b.line())));
    }
    static Value<V> infix(dsl::Function function, const A& a) {
        return Value<V>(dsl::apply(function, {a.expr()}, true, a.line()));
    }
    template <class S>
    static Value<V> shift(dsl::Function function, const A& a, S count) {
        return Value<V>(dsl::apply(function, {a.expr(), count_of_shift(count, a.line())}, true, a.line()));
    }

    friend Value<V> operator+(const A& a, const A& b) { return infix(dsl::Function::add, a, b); }
    friend Value<V> operator-(const A& a, const A& b) { return infix(dsl::Function::sub, a, b); }
    friend Value<V> operator*(const A& a, const A& b) { return infix(dsl::Function::mul, a, b); }
    friend Value<V> operator/(const A& a, const A& b) { return infix(dsl::Function::div, a, b); }
    friend Value<V> operator&(const A& a, const A& b) { return infix(dsl::Function::andb, a, b); }
    friend Value<V> operator|(const A& a, const A& b) { return infix(dsl::Function::orb, a, b); }
    friend Value<V> operator^(const A& a, const A& b) { return infix(dsl::Function::xorb, a, b); }
    friend Value<V> operator~(const A& a) { return infix(dsl::Function::notb, a); }
    friend Value<V> operator-(const A& a) { return infix(dsl::Function::neg, a); }

    friend Value<C> operator==(const B& a, const B& b) { return infix<C>(dsl::Function::eq, a, b); }
    friend Value<C> operator!=(const B& a, const B& b) { return infix<C>(dsl::Function::ne, a, b); }
    friend Value<C> operator<(const B& a, const B& b) { return infix<C>(dsl::Function::lt, a, b); }
    friend Value<C> operator<=(const B& a, const B& b) { return infix<C>(dsl::Function::le, a, b); }
    friend Value<C> operator>(const B& a, const B& b) { return infix<C>(dsl::Function::gt, a, b); }
    friend Value<C> operator>=(const B& a, const B& b) { return infix<C>(dsl::Function::ge, a, b); }

    template <std::integral S>
    friend Value<V> operator<<(const A& a, S count) {
        return shift(dsl::Function::shl, a, count);
    }
    /// As in C++, a signed value shifts in its sign.
    template <std::integral S>
    friend Value<V> operator>>(const A& a, S count) {
        return shift(is_signed_integer(T) ? dsl::Function::shra : dsl::Function::shr, a, count);
    }
    template <class S>
    requires(!std::integral<S>) friend the_count_of_a_shift_is_a_uniform_int operator<<(const A&, const S&) =
        MUSIMD_SPMD_DELETED("the shift count must be a uniform int");
    template <class S>
    requires(!std::integral<S>) friend the_count_of_a_shift_is_a_uniform_int operator>>(const A&, const S&) =
        MUSIMD_SPMD_DELETED("the shift count must be a uniform int");
};

/// A variable: `k_float v;`.
template <class V>
class Lane : public AnyLane, public Operators<V> {
  public:
    explicit Lane(Where where = Where(__builtin_LINE())) : AnyLane(V::value_type, nullptr, where.line) {}
    Lane(const Value<V>& value, Where where = Where(__builtin_LINE()))
        : AnyLane(V::value_type, value.use(), where.line) {}
    template <Scalar S>
    requires(meets<V, S, Meeting::assignment>()) Lane(S scalar, Where where = Where(__builtin_LINE()))
        : AnyLane(V::value_type, Operand<V>(scalar, where).expr(), where.line) {}
    template <Scalar S>
    requires(!meets<V, S, Meeting::assignment>())
        Lane(S, the_uniform_value_must_be_converted_to_the_type_of_the_lanes = {})
    = MUSIMD_SPMD_DELETED("a condition must be a comparison, true, false, 0 or 1");
    Lane(const Lane& other, Where where = Where(__builtin_LINE()))
        : AnyLane(V::value_type, other.read(where.line), where.line) {}
    Lane(Lane&& other) noexcept = default;

    use_k_set_instead_of_a_plain_assignment& operator=(const Lane&) =
        MUSIMD_SPMD_DELETED("a plain = assigns in every lane: use k_set(variable, value)");
    template <class U>
    use_k_set_instead_of_a_plain_assignment& operator=(const U&) =
        MUSIMD_SPMD_DELETED("a plain = assigns in every lane: use k_set(variable, value)");
    template <std::same_as<bool> use_k_if_or_k_while_instead_of_plain_C_control_flow>
    explicit operator use_k_if_or_k_while_instead_of_plain_C_control_flow() const =
        MUSIMD_SPMD_DELETED("lanes differ: use k_if or k_while, not a plain if, while, for, ?: or assert");
};

/// A computed value: a temporary, or kept with `auto`.
template <class V>
class Value : public AnyValue, public Operators<V> {
  public:
    using AnyValue::AnyValue;
    Value(const Value&) = default;

    use_k_set_instead_of_a_plain_assignment& operator=(const Value&) =
        MUSIMD_SPMD_DELETED("keep a lane value in a variable, and use k_set(variable, value)");
    template <std::same_as<bool> use_k_if_or_k_while_instead_of_plain_C_control_flow>
    explicit operator use_k_if_or_k_while_instead_of_plain_C_control_flow() const =
        MUSIMD_SPMD_DELETED("lanes differ: use k_if or k_while, not a plain if, while, for, ?: or assert");
};

// ---- classification of C++ types

template <class T>
struct LaneTraits {
    static constexpr bool is_lane = false;
};
template <class W>
struct LaneTraits<Lane<W>> {
    static constexpr bool is_lane = true;
    using V = W;
};
template <class W>
struct LaneTraits<Value<W>> : LaneTraits<Lane<W>> {};

template <class T>
concept LaneLike = LaneTraits<std::remove_cvref_t<T>>::is_lane;
template <class T>
concept ConditionLike = LaneLike<T> && LaneTraits<std::remove_cvref_t<T>>::V::is_condition;

/// The V of the first lane type; of the first scalar if there is no lane type.
template <class... A>
struct FirstLane;
template <class A, class... B>
struct FirstLane<A, B...> : FirstLane<B...> {};
template <LaneLike A, class... B>
struct FirstLane<A, B...> {
    using V = typename LaneTraits<A>::V;
};
template <Element A>
struct FirstLane<A> {
    using V = Number<element_type<A>()>;
};
template <>
struct FirstLane<bool> {
    using V = Condition;
};

// ---- conditions. Their operands have exactly these types, so that the built-in operators are not equally
// good matches.

template <class A>
concept CanBeCondition = std::convertible_to<const A&, Operand<Condition, Meeting::function>>;

template <class A, class B>
Value<Condition> infix_condition(dsl::Function function, const A& a, const B& b) {
    const Operand<Condition, Meeting::function> x(a);
    const Operand<Condition, Meeting::function> y(b);
    return Value<Condition>(
        dsl::apply(function, {x.expr(), y.expr()}, true, std::max(x.expr()->line, y.expr()->line)));
}

template <class A, class B>
requires((ConditionLike<A> || ConditionLike<B>)&&CanBeCondition<A>&& CanBeCondition<B>) Value<Condition>
operator&&(const A& a, const B& b) {
    return infix_condition(dsl::Function::andl, a, b);
}
template <class A, class B>
requires((ConditionLike<A> || ConditionLike<B>)&&CanBeCondition<A>&& CanBeCondition<B>) Value<Condition>
operator||(const A& a, const B& b) {
    return infix_condition(dsl::Function::orl, a, b);
}
template <class A, class B>
the_operands_of_and_and_or_are_conditions operator&&(const A&, const B&) requires(
    ConditionLike<A> != ConditionLike<B> && !(CanBeCondition<A> && CanBeCondition<B>)) =
    MUSIMD_SPMD_DELETED("compare the number, or use k_to_logical");
template <class A, class B>
the_operands_of_and_and_or_are_conditions operator||(const A&, const B&) requires(
    ConditionLike<A> != ConditionLike<B> && !(CanBeCondition<A> && CanBeCondition<B>)) =
    MUSIMD_SPMD_DELETED("compare the number, or use k_to_logical");

template <ConditionLike A>
Value<Condition> operator!(const A& a) {
    const Operand<Condition> x(a);
    return Value<Condition>(dsl::apply(dsl::Function::notl, {x.expr()}, true, x.expr()->line));
}

}  // namespace musimd::spmd
