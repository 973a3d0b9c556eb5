#include "semantics/divergence/lane_fact.hpp"

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

// The linear combination a + factor · b of two affine facts.
LaneFact combination(const LaneFact& a, const LaneFact& b, Integer factor, Word word) {
    const Integer stride = a.stride + factor * b.stride;
    if (a.known && b.known)
        return LaneFact::of(a.base + factor * b.base, stride, a.per_warp + factor * b.per_warp, word);
    LaneFact fact = LaneFact::of(0, stride, 0, word);
    fact.known = false;
    fact.base = 0;
    return fact;
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
        if (a.stride != b.stride) return LaneFact::divergent();
        const bool same = a.known && b.known && a.base == b.base && a.per_warp == b.per_warp;
        if (!same) fact = LaneFact::affine(a.stride);
    }
    fact.maybe_undefined = a.maybe_undefined || b.maybe_undefined || !a.is_affine() || !b.is_affine();
    return fact;
}

LaneFact mix(const LaneFact& a, const LaneFact& b) {
    using Shape = LaneFact::Shape;
    if (b.shape == Shape::nothing) return a;
    if (a.shape == Shape::nothing) return b;
    const bool is_known = a.shape == Shape::undefined || (a.known && !a.maybe_undefined);
    return a == b && is_known ? a : LaneFact::divergent();
}

LaneFact sum(const LaneFact& a, const LaneFact& b, Word word) {
    if (!a.is_affine() || !b.is_affine()) return unless_both_uniform(a, b);
    return combination(a, b, 1, word);
}

LaneFact difference(const LaneFact& a, const LaneFact& b, Word word) {
    if (!a.is_affine() || !b.is_affine()) return unless_both_uniform(a, b);
    return combination(a, b, -1, word);
}

LaneFact product(const LaneFact& a, const LaneFact& b, Word word) {
    if (const auto c = a.constant()) return scaled(b, *c, word);
    if (const auto c = b.constant()) return scaled(a, *c, word);
    return unless_both_uniform(a, b);
}

LaneFact scaled(const LaneFact& a, Integer factor, Word word) {
    if (!a.is_affine()) return a.is_uniform() ? LaneFact::uniform() : a;
    return combination(LaneFact::constant(0), a, factor, word);
}

}  // namespace musimd
