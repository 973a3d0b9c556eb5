#pragma once

#include <cstdint>
#include <optional>

#include "isa/word.hpp"

namespace musimd {

/// What is known of the values of a variable in a set of threads, at a moment of a run. The facts are a
/// lattice:
///
///     divergent                  nothing is known
///     affine, or undefined       affine in all threads of the set, or undefined in all
///     affine, c unknown          thread t has c + stride · t; c is the same for all threads
///     affine, c known            c = base + per_warp · wid
///     undefined                  in all threads of the set
///     nothing                    the set is empty, or control does not get here
///
/// In a `wrap` word, c + stride · t is taken modulo 2^w; after typed operations, modulo 2^bits. With stride 0
/// the values are uniform.
struct LaneFact {
    enum class Shape : std::uint8_t { nothing, undefined, affine, divergent };

    Shape shape = Shape::nothing;
    bool maybe_undefined = false;  ///< if affine
    bool known = false;            ///< if affine: c is
    std::uint8_t bits = 0;         ///< if affine: only c + stride · t modulo 2^bits is known; 0: the word is
    std::int64_t stride = 0;
    std::int64_t base = 0;
    std::int64_t per_warp = 0;

    static LaneFact undefined() { return {.shape = Shape::undefined}; }
    static LaneFact divergent() { return {.shape = Shape::divergent}; }
    static LaneFact uniform() { return {.shape = Shape::affine}; }
    static LaneFact affine(std::int64_t stride) { return {.shape = Shape::affine, .stride = stride}; }
    /// base + stride · tid + per_warp · wid, as a word; what is too large to be represented is not known.
    static LaneFact of(Integer base, Integer stride, Integer per_warp, Word word);
    static LaneFact constant(Value c) { return {.shape = Shape::affine, .known = true, .base = c}; }

    bool is_affine() const { return shape == Shape::affine; }
    /// Whether the variable has the same value in all threads of the set, or is undefined in all of them.
    bool is_uniform() const { return shape != Shape::divergent && stride == 0; }
    /// The value, if it is one constant in every run (or undefined).
    std::optional<Value> constant() const {
        if (!is_affine() || !known || stride != 0 || per_warp != 0) return std::nullopt;
        return base;
    }

    friend bool operator==(const LaneFact&, const LaneFact&) = default;
};

/// What is known of a set of threads if one of both facts holds: two ways of control meet.
LaneFact join(const LaneFact& a, const LaneFact& b);

/// What is known of the union of two sets of threads, of which one fact each holds. Two uniform values are
/// not one, unless both are known.
LaneFact mix(const LaneFact& a, const LaneFact& b);

// Of words, where each fact is of the same threads.

LaneFact sum(const LaneFact& a, const LaneFact& b, Word word);
LaneFact difference(const LaneFact& a, const LaneFact& b, Word word);
LaneFact product(const LaneFact& a, const LaneFact& b, Word word);
LaneFact scaled(const LaneFact& a, Integer factor, Word word);

// The same of integers of `bits` bits: typed operations.

LaneFact typed_sum(const LaneFact& a, const LaneFact& b, Integer factor, int bits, Word word);
LaneFact typed_product(const LaneFact& a, const LaneFact& b, int bits, Word word);

}  // namespace musimd
