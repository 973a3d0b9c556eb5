#pragma once

#include "gpu_backend/interpreted/prelude/interpreter_state.hpp"
#include "isa/instruction.hpp"

// The operations ⊕ and those on typed integers, for one thread. Floats are in typed_lanes.inc, which precedes
// this file.

#ifndef MUSIMD_INLINE
#define MUSIMD_INLINE __attribute__((always_inline))
#endif

namespace musimd::interpreter {

/// c modulo 2^width, in the signed range.
MUSIMD_DEVICE inline std::int64_t fit(std::int64_t c, int width) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(c) << (64 - width)) >> (64 - width);
}
MUSIMD_DEVICE inline std::uint64_t bits(std::int64_t c) {
    return static_cast<std::uint64_t>(c);
}
MUSIMD_DEVICE inline std::int64_t word_of(std::uint64_t bits) {
    return static_cast<std::int64_t>(bits);
}

/// The high half of the product of two signed words.
MUSIMD_DEVICE inline std::int64_t high_product(std::int64_t x, std::int64_t y) {
    constexpr std::uint64_t kLow = 0xFFFFFFFFU;
    const std::uint64_t x0 = bits(x) & kLow;
    const std::int64_t x1 = x >> 32;
    const std::uint64_t y0 = bits(y) & kLow;
    const std::int64_t y1 = y >> 32;
    const std::int64_t middle = x1 * word_of(y0) + word_of(x0 * y0 >> 32);
    const std::int64_t rest = word_of(bits(middle) & kLow) + word_of(x0) * y1;
    return x1 * y1 + (middle >> 32) + (rest >> 32);
}

/// A word, and whether it is missing.
struct Computed {
    std::int64_t word = 0;
    bool wrong = false;
};

/// Reduces an exact result to the program's word. `exact` is the result modulo 2^64; `over` says that this is
/// not the whole result.
MUSIMD_DEVICE inline Computed in_word(std::int64_t exact, bool over, int width, bool wrap) {
    const std::int64_t word = fit(exact, width);
    return {word, !wrap && (over || word != exact)};
}

MUSIMD_DEVICE inline Computed apply(Operation operation, std::int64_t x, std::int64_t y, int width,
                                    bool wrap) {
    switch (operation) {
        case Operation::add: {
            const std::int64_t r = word_of(bits(x) + bits(y));
            return in_word(r, ((x ^ r) & (y ^ r)) < 0, width, wrap);
        }
        case Operation::sub: {
            const std::int64_t r = word_of(bits(x) - bits(y));
            return in_word(r, ((x ^ y) & (x ^ r)) < 0, width, wrap);
        }
        case Operation::mul: {
            const std::int64_t r = word_of(bits(x) * bits(y));
            return in_word(r, high_product(x, y) != r >> 63, width, wrap);
        }
        case Operation::div:
            if (y == 0) return {0, true};
            if (y == -1) return in_word(word_of(-bits(x)), x < 0 && word_of(-bits(x)) == x, width, wrap);
            return {x / y};
        case Operation::mod:
            if (y == 0) return {0, true};
            return {y == -1 ? 0 : x % y};
        case Operation::and_:
            return {x & y};
        case Operation::or_:
            return {x | y};
        case Operation::xor_:
            return {x ^ y};
        case Operation::shl: {
            if (y < 0 || y >= width) return {0, true};
            const std::int64_t r = word_of(bits(x) << y);
            return in_word(r, r >> y != x, width, wrap);
        }
        case Operation::shr:
            if (y < 0 || y >= width) return {0, true};
            return {x >> y};
        case Operation::lt:
            return {x < y};
        case Operation::le:
            return {x <= y};
        case Operation::gt:
            return {x > y};
        case Operation::ge:
            return {x >= y};
        case Operation::eq:
            return {x == y};
        case Operation::ne:
            return {x != y};
        case Operation::min:
            return {x < y ? x : y};
        case Operation::max:
            return {x > y ? x : y};
    }
    return {0, true};
}

/// The functions of one word: the text of compiled programs, for a vector of one word.
struct Unary {
    using Word = std::int64_t;
    using V = std::int64_t;
    using U = std::uint64_t;
    using Bits64 = std::uint64_t;
    static constexpr int kWidth = 64;
    MUSIMD_DEVICE static constexpr V splat(Word x) { return x; }
#include "simulator/codegen/prelude/bits.inc"
};

// ---- typed integers of any width

/// The word's low bits, as an integer of the type.
MUSIMD_DEVICE inline std::int64_t integer_of(std::int64_t word, Type type) {
    const int unused = 64 - width_of(type);
    return is_signed_integer(type) ? fit(word, width_of(type)) : word_of(bits(word) << unused >> unused);
}

// Whether x < y; only u64 exceeds a word.
MUSIMD_DEVICE inline bool is_less(std::int64_t x, std::int64_t y, Type type) {
    return is_signed_integer(type) ? x < y : bits(x) < bits(y);
}

/// Saturating sum or difference. `r` is the result modulo 2^64.
MUSIMD_DEVICE inline std::int64_t saturated(std::int64_t x, std::int64_t y, std::int64_t r, bool is_sum,
                                            Type type) {
    const int width = width_of(type);
    if (!is_signed_integer(type)) {
        if (is_sum) return bits(r) < bits(x) || (width < 64 && r >> width != 0) ? -1 : r;
        return bits(x) < bits(y) ? 0 : r;
    }
    const bool over = width < 64 ? fit(r, width) != r : (is_sum ? (x ^ r) & (y ^ r) : (x ^ y) & (x ^ r)) < 0;
    const std::int64_t most = word_of((std::uint64_t{1} << (width - 1)) - 1);
    return over ? (x < 0 ? ~most : most) : r;
}

MUSIMD_DEVICE inline bool comparison_result(TypedOperation operation, Type type, std::int64_t x,
                                            std::int64_t y) {
    using Op = TypedOperation;
    switch (operation) {
        case Op::eq:
            return x == y;
        case Op::ne:
            return x != y;
        case Op::lt:
            return is_less(x, y, type);
        case Op::le:
            return !is_less(y, x, type);
        case Op::gt:
            return is_less(y, x, type);
        case Op::ge:
            return !is_less(x, y, type);
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case Op::name:
#include "isa/typed_operations.def"
            break;
    }
    return false;
}

/// Quotient or remainder; y is not 0.
MUSIMD_DEVICE inline Computed division_result(TypedOperation operation, Type type, std::int64_t x,
                                              std::int64_t y) {
    const bool is_quotient = operation == TypedOperation::div;
    if (!is_signed_integer(type)) return {word_of(is_quotient ? bits(x) / bits(y) : bits(x) % bits(y))};
    if (y != -1) return {is_quotient ? x / y : x % y};
    if (!is_quotient) return {0};
    return {word_of(-bits(x)), fit(word_of(bits(x) - 1), width_of(type)) > x};
}

MUSIMD_DEVICE inline Computed shift_result(TypedOperation operation, int width, std::int64_t x,
                                           std::int64_t y) {
    const bool bad_count = bits(y) >= static_cast<std::uint64_t>(width);
    const int count = bad_count ? 0 : static_cast<int>(y);
    if (operation == TypedOperation::shl) return {word_of(bits(x) << count), bad_count};
    if (operation == TypedOperation::shra) return {fit(x, width) >> count, bad_count};
    const int unused = 64 - width;
    return {word_of(bits(x) << unused >> unused >> count), bad_count};
}

/// Integers and select, of values. The pattern is not yet sign-extended.
MUSIMD_DEVICE inline Computed integer_result(TypedOperation operation, Type type, std::int64_t x,
                                             std::int64_t y) {
    using Op = TypedOperation;
    const int width = width_of(type);
    switch (operation) {
        case Op::add:
            return {word_of(bits(x) + bits(y))};
        case Op::sub:
            return {word_of(bits(x) - bits(y))};
        case Op::mul:
            return {word_of(bits(x) * bits(y))};
        case Op::div:
        case Op::rem:
            return y == 0 ? Computed{0, true} : division_result(operation, type, x, y);
        case Op::neg:
            return {word_of(-bits(x))};
        case Op::abs:
            return {is_signed_integer(type) && x < 0 ? word_of(-bits(x)) : x};
        case Op::min:
            return {is_less(y, x, type) ? y : x};
        case Op::max:
            return {is_less(x, y, type) ? y : x};
        case Op::adds:
            return {saturated(x, y, word_of(bits(x) + bits(y)), true, type)};
        case Op::subs:
            return {saturated(x, y, word_of(bits(x) - bits(y)), false, type)};
        case Op::addo:
            return apply(Operation::add, x, y, width, false);
        case Op::subo:
            return apply(Operation::sub, x, y, width, false);
        case Op::mulo:
            return apply(Operation::mul, x, y, width, false);
        case Op::shl:
        case Op::shr:
        case Op::shra:
            return shift_result(operation, width, x, y);
        case Op::and_:
            return {x & y};
        case Op::or_:
            return {x | y};
        case Op::xor_:
            return {x ^ y};
        case Op::not_:
            return {~x};
        case Op::andnot:
            return {x & ~y};
#define MUSIMD_TYPED_ARITHMETIC(...)
#define MUSIMD_TYPED_INTEGER(...)
#define MUSIMD_TYPED_COMPARISON(name, ...) case Op::name:
#include "isa/typed_operations.def"
            return {comparison_result(operation, type, x, y)};
#define MUSIMD_TYPED_ARITHMETIC(...)
#define MUSIMD_TYPED_INTEGER(...)
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case Op::name:
#include "isa/typed_operations.def"
            break;
    }
    return {0, true};
}

}  // namespace musimd::interpreter
