#include "analysis/divergence/comparison.hpp"

#include <optional>

#include "semantics/arithmetic.hpp"

namespace musimd {
namespace {

struct Range {
    Integer low = 0;
    Integer high = 0;

    void add(Integer factor, Integer last) { (factor < 0 ? low : high) += factor * last; }
};

// Of base + stride · tid + per_warp · wid in all threads of the grid.
Range range_of(Integer base, Integer stride, Integer per_warp, const Program& program) {
    Range range{base, base};
    range.add(stride, Integer{program.threads} - 1);
    range.add(per_warp, Integer{program.warps} - 1);
    return range;
}

// Whether the values are known without a modulus.
bool is_exact(const LaneFact& fact, const Program& program) {
    if (!fact.is_affine() || !fact.known || fact.bits != 0) return false;
    const Range range = range_of(fact.base, fact.stride, fact.per_warp, program);
    return !program.word.wrap || (program.word.fits(range.low) && program.word.fits(range.high));
}

// The comparison of the difference with 0.
bool holds(Operation operation, Integer difference) {
    const Value sign = difference < 0 ? -1 : difference > 0 ? 1 : 0;
    return *apply(operation, sign, 0, Word{}) != 0;
}

// The result where it is the same for the least, the largest and any other difference.
std::optional<bool> always(Operation operation, const LaneFact& a, const LaneFact& b,
                           const Program& program) {
    if (!is_exact(a, program) || !is_exact(b, program)) return std::nullopt;
    const Range difference = range_of(Integer{a.base} - b.base, Integer{a.stride} - b.stride,
                                      Integer{a.per_warp} - b.per_warp, program);
    const bool result = holds(operation, difference.low);
    if (holds(operation, difference.high) != result) return std::nullopt;
    const bool has_zero = difference.low < 0 && difference.high > 0;
    return has_zero ? std::nullopt : std::optional(result);
}

}  // namespace

LaneFact compared(Operation operation, const LaneFact& a, const LaneFact& b, const Program& program) {
    if (const auto result = always(operation, a, b, program)) return LaneFact::constant(*result ? 1 : 0);
    if (a.is_uniform() && b.is_uniform()) return LaneFact::uniform();
    // With one stride, both are equal in all threads or in none; which one is less is only certain if nothing
    // wraps.
    const bool is_equality = operation == Operation::eq || operation == Operation::ne;
    const bool same_stride =
        a.is_affine() && b.is_affine() && a.stride == b.stride && a.bits == 0 && b.bits == 0;
    return same_stride && (is_equality || !program.word.wrap) ? LaneFact::uniform() : LaneFact::divergent();
}

}  // namespace musimd
