#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <source_location>
#include <type_traits>
#include <utility>

#include "dsl/spmd/element.hpp"
#include "dsl/spmd/recording.hpp"

// The types of the DSL as C++ types: variables (k_int, …) are Lane<Number<Type::i32>>, what is computed of
// them is a Value, and what either of them and uniform scalars become as operands is an Operand.

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

template <class... T>
inline constexpr bool never = false;

template <class V>
class Lane;
template <class V>
class Value;

/// What an operator or a function reads: an expression, and where it stands.
template <class V>
class Operand {
  public:
    using Where = std::source_location;

    Operand(const Lane<V>& lane, Where where = Where::current()) : expr_(lane.read(where.line())) {}
    Operand(const Value<V>& value, Where where = Where::current())
        : expr_(value.use()), line_(where.line()) {}
    template <Scalar S>
    Operand(S scalar, Where where = Where::current()) : expr_(of(scalar, where.line())) {}

    const dsl::Expr& expr() const { return expr_; }
    std::uint32_t line() const { return line_ != 0 ? line_ : expr_->line; }

  private:
    template <class S>
    static dsl::Expr of(S scalar, std::uint32_t line) {
        if constexpr (V::is_condition)
            return dsl::literal(scalar != S(0), line);
        else
            return dsl::literal(V::type, pattern_of<V::type>(scalar), line);
    }

    dsl::Expr expr_;
    std::uint32_t line_ = 0;
};

/// The infix operators of numbers; a base so that they are found for Lane and Value.
template <class V>
struct Operators {};

template <Type T>
struct Operators<Number<T>> {
    using V = Number<T>;
    using C =
        std::conditional_t<(width_of(T) > 0), Condition, void>;  ///< Condition, which is not defined yet

    template <class R = V>
    static Value<R> infix(dsl::Function function, const Operand<V>& a, const Operand<V>& b) {
        return Value<R>(dsl::apply(function, {a.expr(), b.expr()}, true, std::max(a.line(), b.line())));
    }
    static Value<V> infix(dsl::Function function, const Operand<V>& a) {
        return Value<V>(dsl::apply(function, {a.expr()}, true, a.line()));
    }
    static Value<V> shift(dsl::Function function, const Operand<V>& a, int count) {
        const dsl::Expr amount = dsl::literal(Type::i32, static_cast<std::uint32_t>(count), a.line());
        return Value<V>(dsl::apply(function, {a.expr(), amount}, true, a.line()));
    }

    friend Value<V> operator+(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::add, a, b);
    }
    friend Value<V> operator-(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::sub, a, b);
    }
    friend Value<V> operator*(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::mul, a, b);
    }
    friend Value<V> operator/(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::div, a, b);
    }
    friend Value<V> operator&(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::andb, a, b);
    }
    friend Value<V> operator|(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::orb, a, b);
    }
    friend Value<V> operator^(const Operand<V>& a, const Operand<V>& b) {
        return infix(dsl::Function::xorb, a, b);
    }
    friend Value<V> operator~(const Operand<V>& a) { return infix(dsl::Function::notb, a); }
    friend Value<V> operator-(const Operand<V>& a) { return infix(dsl::Function::neg, a); }

    friend Value<C> operator==(const Operand<V>& a, const Operand<V>& b) {
        return infix<C>(dsl::Function::eq, a, b);
    }
    friend Value<C> operator!=(const Operand<V>& a, const Operand<V>& b) {
        return infix<C>(dsl::Function::ne, a, b);
    }
    friend Value<C> operator<(const Operand<V>& a, const Operand<V>& b) {
        return infix<C>(dsl::Function::lt, a, b);
    }
    friend Value<C> operator<=(const Operand<V>& a, const Operand<V>& b) {
        return infix<C>(dsl::Function::le, a, b);
    }
    friend Value<C> operator>(const Operand<V>& a, const Operand<V>& b) {
        return infix<C>(dsl::Function::gt, a, b);
    }
    friend Value<C> operator>=(const Operand<V>& a, const Operand<V>& b) {
        return infix<C>(dsl::Function::ge, a, b);
    }

    friend Value<V> operator<<(const Operand<V>& a, int count) { return shift(dsl::Function::shl, a, count); }
    /// As in C++, the sign of a signed value comes in.
    friend Value<V> operator>>(const Operand<V>& a, int count) {
        return shift(is_signed_integer(T) ? dsl::Function::shra : dsl::Function::shr, a, count);
    }
};

/// A variable: `k_float v;`.
template <class V>
class Lane : public AnyLane, public Operators<V> {
  public:
    using Where = std::source_location;

    explicit Lane(Where where = Where::current()) : AnyLane(V::value_type, nullptr, where.line()) {}
    Lane(const Value<V>& value, Where where = Where::current())
        : AnyLane(V::value_type, value.use(), where.line()) {}
    template <Scalar S>
    Lane(S scalar, Where where = Where::current())
        : AnyLane(V::value_type, Operand<V>(scalar, where).expr(), where.line()) {}
    Lane(const Lane& other, Where where = Where::current())
        : AnyLane(V::value_type, other.read(where.line()), where.line()) {}
    Lane(Lane&& other) noexcept = default;

    Lane& operator=(const Lane&) {
        static_assert(never<V>,
                      "a plain = on a lane variable assigns it in every lane: use k_set(variable, value)");
        return *this;
    }
    template <class U>
    Lane& operator=(const U&) {
        static_assert(never<V, U>,
                      "a plain = on a lane variable assigns it in every lane: use k_set(variable, value)");
        return *this;
    }
    template <std::same_as<bool> B>
    explicit operator B() const {
        static_assert(never<B>,
                      "lanes differ: use k_if or k_while, not a plain if, while, for, ?: or assert");
        return false;
    }
};

/// What was computed; a temporary, or kept with `auto`.
template <class V>
class Value : public AnyValue, public Operators<V> {
  public:
    using AnyValue::AnyValue;
    Value(const Value&) = default;

    Value& operator=(const Value&) {
        static_assert(
            never<V>,
            "a value of lanes cannot be assigned: keep it in a variable, and use k_set(variable, value)");
        return *this;
    }
    template <std::same_as<bool> B>
    explicit operator B() const {
        static_assert(never<B>,
                      "lanes differ: use k_if or k_while, not a plain if, while, for, ?: or assert");
        return false;
    }
};

// ---- which C++ types are what

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

/// The V of the first lane among the types; of the first scalar if there is none.
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

// ---- conditions. Their operands are of the very types, lest the built-in operators be as good.

template <class A, class B>
requires(ConditionLike<A> || ConditionLike<B>) Value<Condition>
operator&&(const A& a, const B& b) {
    const Operand<Condition> x(a);
    const Operand<Condition> y(b);
    return Value<Condition>(dsl::apply(dsl::Function::andl, {x.expr(), y.expr()}, true,
                                       std::max(x.expr()->line, y.expr()->line)));
}

template <class A, class B>
requires(ConditionLike<A> || ConditionLike<B>) Value<Condition>
operator||(const A& a, const B& b) {
    const Operand<Condition> x(a);
    const Operand<Condition> y(b);
    return Value<Condition>(
        dsl::apply(dsl::Function::orl, {x.expr(), y.expr()}, true, std::max(x.expr()->line, y.expr()->line)));
}

template <ConditionLike A>
Value<Condition> operator!(const A& a) {
    const Operand<Condition> x(a);
    return Value<Condition>(dsl::apply(dsl::Function::notl, {x.expr()}, true, x.expr()->line));
}

}  // namespace musimd::spmd
