#include "analysis/divergence/lane_fact.hpp"

namespace musimd {
namespace {

constexpr Integer kLargest = Integer{1} << 62;

bool is_small(Integer x) {
    return -kLargest <= x && x <= kLargest;
}

// In a word that wraps, only the remainder matters.
Integer reduced(Integer x, Word word) {
    return word.wrap ? Integer{word.wrapped(x)} : x;
}

LaneFact unless_both_uniform(const LaneFact& a, const LaneFact& b) {
    return a.is_uniform() && b.is_uniform() ? LaneFact::uniform() : LaneFact::divergent();
}

void forget_base(LaneFact& fact) {
    fact.known = false;
    fact.base = fact.per_warp = 0;
}

/// A modulus 2^bits, or that of the word.
class Modulus {
  public:
    explicit Modulus(Word word) : word_(word) {}

    void add(int bits) {
        const bool is_coarser = bits_ == 0 || bits < bits_;
        const bool is_of_word = bits == 0 || (word_.wrap && bits >= word_.width);
        if (is_coarser && !is_of_word) bits_ = bits;
    }
    std::uint8_t bits() const { return static_cast<std::uint8_t>(bits_); }
    Word word() const { return bits_ == 0 ? word_ : Word{bits_, true}; }

  private:
    Word word_;
    int bits_ = 0;
};

// The linear combination a + factor · b of two affine facts. Its stride may be 0 modulo 2^bits.
LaneFact combination(const LaneFact& a, const LaneFact& b, Integer factor, Modulus modulus) {
    modulus.add(a.bits);
    modulus.add(b.bits);
    const bool is_known = a.known && b.known;
    const Integer base = is_known ? a.base + factor * b.base : 0;
    const Integer per_warp = is_known ? a.per_warp + factor * b.per_warp : 0;
    LaneFact fact = LaneFact::of(base, a.stride + factor * b.stride, per_warp, modulus.word());
    if (!is_known) forget_base(fact);
    if (fact.is_affine()) fact.bits = modulus.bits();
    return fact;
}

// The fact as one modulo 2^bits, unless its own modulus is less.
LaneFact modulo(LaneFact fact, int bits) {
    if (bits == 0 || !fact.is_affine() || (fact.bits != 0 && fact.bits <= bits)) return fact;
    const Word word{bits, true};
    fact.stride = word.wrapped(fact.stride);
    fact.base = word.wrapped(fact.base);
    fact.per_warp = word.wrapped(fact.per_warp);
    fact.bits = static_cast<std::uint8_t>(bits);
    return fact.stride == 0 ? LaneFact::divergent() : fact;
}

// Values that are equal modulo 2^bits may differ.
LaneFact unless_modulo(const LaneFact& fact) {
    return fact.bits != 0 && fact.stride == 0 ? LaneFact::divergent() : fact;
}

}  // namespace

LaneFact LaneFact::of(Integer base, Integer stride, Integer per_warp, Word word) {
    base = reduced(base, word);
    stride = reduced(stride, word);
    per_warp = reduced(per_warp, word);
    if (!word.wrap && !is_small(stride)) return divergent();
    LaneFact fact = affine(static_cast<std::int64_t>(stride));
    if (!word.wrap && (!is_small(base) || !is_small(per_warp))) return fact;
    fact.known = true;
    fact.base = static_cast<std::int64_t>(base);
    fact.per_warp = static_cast<std::int64_t>(per_warp);
    return fact;
}

LaneFact join(const LaneFact& a, const LaneFact& b) {
    using Shape = LaneFact::Shape;
    if (a == b || b.shape == Shape::nothing) return a;
    if (a.shape == Shape::nothing) return b;
    if (a.shape == Shape::divergent || b.shape == Shape::divergent) return LaneFact::divergent();
    LaneFact fact = a.is_affine() ? a : b;
    if (a.is_affine() && b.is_affine()) {
        fact = modulo(a, b.bits);
        const LaneFact other = modulo(b, a.bits);
        if (fact.shape != other.shape || fact.stride != other.stride) return LaneFact::divergent();
        const bool same = other.known && fact.base == other.base && fact.per_warp == other.per_warp;
        if (!same) forget_base(fact);
    }
    fact.maybe_undefined = a.maybe_undefined || b.maybe_undefined || !a.is_affine() || !b.is_affine();
    return fact;
}

LaneFact mix(const LaneFact& a, const LaneFact& b) {
    using Shape = LaneFact::Shape;
    if (b.shape == Shape::nothing) return a;
    if (a.shape == Shape::nothing) return b;
    const LaneFact fact = modulo(a, b.bits);
    const bool is_known = a.shape == Shape::undefined || (fact.known && !fact.maybe_undefined);
    return is_known && fact == modulo(b, a.bits) ? fact : LaneFact::divergent();
}

LaneFact sum(const LaneFact& a, const LaneFact& b, Word word) {
    if (!a.is_affine() || !b.is_affine()) return unless_both_uniform(a, b);
    return unless_modulo(combination(a, b, 1, Modulus(word)));
}

LaneFact difference(const LaneFact& a, const LaneFact& b, Word word) {
    if (!a.is_affine() || !b.is_affine()) return unless_both_uniform(a, b);
    return unless_modulo(combination(a, b, -1, Modulus(word)));
}

LaneFact product(const LaneFact& a, const LaneFact& b, Word word) {
    if (const auto c = a.constant()) return scaled(b, *c, word);
    if (const auto c = b.constant()) return scaled(a, *c, word);
    return unless_both_uniform(a, b);
}

LaneFact scaled(const LaneFact& a, Integer factor, Word word) {
    if (!a.is_affine()) return a.is_uniform() ? LaneFact::uniform() : a;
    return unless_modulo(combination(LaneFact::constant(0), a, factor, Modulus(word)));
}

// A result of `bits` bits is determined by its remainder, if that of its operands is known.
LaneFact typed_sum(const LaneFact& a, const LaneFact& b, Integer factor, int bits, Word word) {
    if ((a.is_uniform() && b.is_uniform()) || !a.is_affine() || !b.is_affine())
        return unless_both_uniform(a, b);
    Modulus modulus(word);
    modulus.add(bits);
    const LaneFact fact = combination(a, b, factor, modulus);
    if (!fact.is_affine() || fact.stride != 0) return fact;
    return fact.bits == modulus.bits() ? LaneFact::uniform() : LaneFact::divergent();
}

LaneFact typed_product(const LaneFact& a, const LaneFact& b, int bits, Word word) {
    const LaneFact zero = LaneFact::constant(0);
    if (const auto c = a.constant()) return typed_sum(zero, b, *c, bits, word);
    if (const auto c = b.constant()) return typed_sum(zero, a, *c, bits, word);
    return unless_both_uniform(a, b);
}

}  // namespace musimd
