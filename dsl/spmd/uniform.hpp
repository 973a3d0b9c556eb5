#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "dsl/spmd/element.hpp"

// A uniform value (a literal, a scalar argument) combined with a lane value. C++ converts both to a common
// type; vectors and the machine convert the uniform value to the lanes' type. If the results could differ, it
// is an error: a deleted constructor if the types alone decide, an Error at the line if the value does.

namespace musimd::spmd {

/// How a uniform value is combined with lanes.
enum class Meeting : std::uint8_t {
    arithmetic,  ///< an operand of + - * / & | ^
    comparison,  ///< an operand of == != < <= > >=
    function,    ///< an operand of a k_ function, or of an operator on conditions
    assignment,  ///< assigned by k_set, k_store or a declaration: converted as in C++
};

/// The C++ type of a T; for an f16 a placeholder that nothing computes with.
template <Type T>
struct CppType;
// clang-format off
template <> struct CppType<Type::i8>  { using type = std::int8_t; };
template <> struct CppType<Type::i16> { using type = std::int16_t; };
template <> struct CppType<Type::i32> { using type = std::int32_t; };
template <> struct CppType<Type::i64> { using type = std::int64_t; };
template <> struct CppType<Type::u8>  { using type = std::uint8_t; };
template <> struct CppType<Type::u16> { using type = std::uint16_t; };
template <> struct CppType<Type::u32> { using type = std::uint32_t; };
template <> struct CppType<Type::u64> { using type = std::uint64_t; };
template <> struct CppType<Type::f16> { using type = float; };
template <> struct CppType<Type::f32> { using type = float; };
template <> struct CppType<Type::f64> { using type = double; };
// clang-format on

/// The type in which C++ computes `T op S`; an f16 converts numbers to f16.
template <Type T, Scalar S>
constexpr Type computed_in() {
    if constexpr (T == Type::f16 || is_half<S>)
        return Type::f16;
    else
        return element_type<decltype(typename CppType<T>::type() + S())>();
}

/// Whether the types alone allow it; the value is checked when the kernel is recorded.
template <Type T, Scalar S, Meeting M>
constexpr bool may_meet() {
    constexpr Type kCommon = computed_in<T, S>();
    if constexpr (M == Meeting::assignment || kCommon == T) {
        return true;
    } else if constexpr (is_half<S> || is_float(kCommon) != is_float(T)) {
        return false;
    } else if constexpr (is_float(T)) {
        return M != Meeting::arithmetic;  // f64 with lanes of f32
    } else {
        // A signed lane that C++ converts to an unsigned number may change its value.
        constexpr bool kKept = is_signed_integer(kCommon) || is_unsigned_integer(T);
        constexpr bool kOtherSign = is_signed_integer(T) && std::is_unsigned_v<S> &&
                                    !std::is_same_v<S, bool> &&
                                    8 * sizeof(S) >= static_cast<std::size_t>(width_of(T));
        if constexpr (M == Meeting::comparison) return kKept;
        if constexpr (M == Meeting::function) return kKept && !kOtherSign;
        return kKept && width_of(T) < 32;  // else C++ computes with more bits, or with another signedness
    }
}

/// Whether a T represents x exactly. Both are integers, or both are floats.
template <Type T, Scalar S>
bool holds(S x) {
    using To = typename CppType<T>::type;
    if constexpr (std::is_floating_point_v<S>)
        return x != x || static_cast<double>(static_cast<To>(x)) == static_cast<double>(x);
    else
        return std::in_range<To>(+x);
}

/// Whether C++ defines the conversion of x to a T, and a number does not become an infinity.
template <Type T, Scalar S>
bool converts(S x) {
    if constexpr (is_half<S>) {
        return converts<T>(double_of_half(std::bit_cast<std::uint16_t>(x)));
    } else if constexpr (is_float(T)) {
        const double most = T == Type::f16 ? 65504 : std::numeric_limits<typename CppType<T>::type>::max();
        return !(std::fabs(static_cast<double>(x)) > most) || std::isinf(static_cast<double>(x));
    } else if constexpr (std::is_floating_point_v<S>) {
        const double whole = std::trunc(static_cast<double>(x));
        const double limit = std::ldexp(1.0, width_of(T) - (is_signed_integer(T) ? 1 : 0));
        return whole >= (is_signed_integer(T) ? -limit : 0.0) && whole < limit;
    } else {
        return true;
    }
}

/// Fails at the line: `value` would change as a `type`, while C++ computes in `common`.
[[noreturn]] void fail_to_hold(std::uint32_t line, double value, Type type, Type common);
[[noreturn]] void fail_to_hold(std::uint32_t line, std::int64_t value, Type type, Type common);
[[noreturn]] void fail_to_hold(std::uint32_t line, std::uint64_t value, Type type, Type common);
/// Fails at the line: `value` is out of the range of `type`.
[[noreturn]] void fail_to_convert(std::uint32_t line, double value, Type type);
/// Fails at the line: targets disagree on the conversion of `value` to the integer `type`.
[[noreturn]] void fail_to_round(std::uint32_t line, double value, Type type);
/// Fails at the line: a condition is 0 or 1.
[[noreturn]] void fail_as_condition(std::uint32_t line);
/// Fails at the line: the count of a shift is not an int.
[[noreturn]] void fail_as_count(std::uint32_t line);

}  // namespace musimd::spmd
