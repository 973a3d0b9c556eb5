#pragma once

#include "gpu_backend/interpreted/prelude/operations.hpp"

// Floating-point operations on typed words, for one thread: the arithmetic of a lane is that of the fast
// engine. Correctly rounded functions and remainders are missing.

namespace musimd::interpreter {

#include "simulator/fast/typed_lanes.inc"

/// Whether it is left to another engine.
MUSIMD_DEVICE inline bool is_mathematical(TypedOperation operation, Type type) {
    return is_float(type) && musimd::is_mathematical(operation);
}

/// The value of the word's pattern, which every float type converts to f64 exactly.
MUSIMD_DEVICE inline double real_of(std::int64_t word, Type type) {
    if (type == Type::f16) return value<Type::f16>(word);
    if (type == Type::f32) return value<Type::f32>(word);
    return value<Type::f64>(word);
}

template <TypedOperation kOperation>
MUSIMD_DEVICE inline Computed by_type(Type type, std::int64_t a, std::int64_t b, std::int64_t c) {
    if (type == Type::f16) return {float_lane<kOperation, Type::f16>(a, b, c)};
    if (type == Type::f32) return {float_lane<kOperation, Type::f32>(a, b, c)};
    return {float_lane<kOperation, Type::f64>(a, b, c)};
}

MUSIMD_DEVICE inline Computed float_result(TypedOperation operation, Type type, std::int64_t a,
                                           std::int64_t b, std::int64_t c) {
    using Op = TypedOperation;
    const double x = real_of(a, type);
    const double y = real_of(b, type);
    switch (operation) {
        case Op::add:
            return by_type<Op::add>(type, a, b, c);
        case Op::sub:
            return by_type<Op::sub>(type, a, b, c);
        case Op::mul:
            return by_type<Op::mul>(type, a, b, c);
        case Op::div:
            return by_type<Op::div>(type, a, b, c);
        case Op::neg:
            return by_type<Op::neg>(type, a, b, c);
        case Op::abs:
            return by_type<Op::abs>(type, a, b, c);
        case Op::min:
            return by_type<Op::min>(type, a, b, c);
        case Op::max:
            return by_type<Op::max>(type, a, b, c);
        case Op::sqrt:
            return by_type<Op::sqrt>(type, a, b, c);
        case Op::fma:
            return by_type<Op::fma>(type, a, b, c);
        case Op::ceil:
            return by_type<Op::ceil>(type, a, b, c);
        case Op::floor:
            return by_type<Op::floor>(type, a, b, c);
        case Op::trunc:
            return by_type<Op::trunc>(type, a, b, c);
        case Op::round:
            return by_type<Op::round>(type, a, b, c);
        case Op::rec:
            return by_type<Op::rec>(type, a, b, c);
        case Op::eq:
            return {x == y};
        case Op::ne:
            return {x != y};
        case Op::lt:
            return {x < y};
        case Op::le:
            return {x <= y};
        case Op::gt:
            return {x > y};
        case Op::ge:
            return {x >= y};
        case Op::rem:
#define MUSIMD_TYPED_ARITHMETIC(...)
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_FLOATING(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case Op::name:
#include "isa/typed_operations.def"
            break;
    }
    return {0, true};
}

// ---- conversions

/// An integer or a float as a float, rounded once.
template <typename X>
MUSIMD_DEVICE inline std::int64_t rounded_word(X x, Type to) {
    if (to == Type::f16) return word<Type::f16>(static_cast<double>(x));  // f64 rounds values beyond f16
    if (to == Type::f32) return word<Type::f32>(x);
    return word<Type::f64>(x);
}

MUSIMD_DEVICE inline Computed truncated_word(double x, Type to) {
    const int width = width_of(to);
    const double end = static_cast<double>(std::uint64_t{1} << (width - 1));
    if (!is_signed_integer(to)) {
        if (!(x > -1.0 && x < 2.0 * end)) return {0, true};
        return {word_of(static_cast<std::uint64_t>(x))};
    }
    const bool above_least = width == 64 ? x >= -end : x > -end - 1.0;  // -2^63 - 1 is not an f64
    if (!(above_least && x < end)) return {0, true};
    return {static_cast<std::int64_t>(x)};
}

MUSIMD_DEVICE inline Computed converted(std::int64_t a, Type to, Type from) {
    if (is_float(from))
        return is_float(to) ? Computed{rounded_word(real_of(a, from), to)}
                            : truncated_word(real_of(a, from), to);
    const std::int64_t x = integer_of(a, from);
    if (!is_float(to)) return {x};
    return {is_signed_integer(from) ? rounded_word(x, to) : rounded_word(bits(x), to)};
}

/// The word of `operation.type`, or of cvt.type.from.
MUSIMD_DEVICE inline Computed apply(TypedOperation operation, Type type, Type from, std::int64_t a,
                                    std::int64_t b, std::int64_t c) {
    Computed result;
    if (operation == TypedOperation::select) {
        result.word = a != 0 ? b : c;
    } else if (operation == TypedOperation::cvt) {
        result = converted(a, type, from);
    } else {
        result = is_float(type) ? float_result(operation, type, a, b, c)
                                : integer_result(operation, type, integer_of(a, type), integer_of(b, type));
    }
    result.word = fit(result.word, width_of(type));
    return result;
}

}  // namespace musimd::interpreter
