#include <algorithm>

#include "prove/term.hpp"

// What a term can be, by the ranges of its unknowns alone.

namespace musimd::prove {
namespace {

Range scaled_range(const Range& range, const Integer& factor) {
    Range result;
    if (range.low) result.low = *range.low * factor;
    if (range.high) result.high = *range.high * factor;
    if (factor < 0) std::swap(result.low, result.high);
    return result;
}

Range range_of_sum(const Range& a, const Range& b) {
    Range result;
    if (a.low && b.low) result.low = *a.low + *b.low;
    if (a.high && b.high) result.high = *a.high + *b.high;
    return result;
}

/// Of factors that are at least 0; else nothing is known.
Range range_of_product(const Range& a, const Range& b) {
    Range result;
    if (!a.low || !b.low || *a.low < 0 || *b.low < 0) return result;
    result.low = *a.low * *b.low;
    if (a.high && b.high) result.high = *a.high * *b.high;
    return result;
}

Range hull(const Range& a, const Range& b) {
    Range result;
    if (a.low && b.low) result.low = std::min(*a.low, *b.low);
    if (a.high && b.high) result.high = std::max(*a.high, *b.high);
    return result;
}

Range range_of_quotient(const Range& a, const Integer& divisor) {
    const auto down = [&](const Integer& value) {
        const Integer quotient = value / divisor;
        return value % divisor < 0 ? Integer(quotient - 1) : quotient;
    };
    Range result;
    if (a.low) result.low = down(*a.low);
    if (a.high) result.high = down(*a.high);
    return result;
}

}  // namespace

Range Terms::range_of(Term a) const {
    if (a->op == Op::number) return {a->value, a->value};
    if (const auto at = ranges_.find(a); at != ranges_.end()) return at->second;
    if (a->op == Op::unknown || a->op == Op::apply) return {};
    if (const auto at = computed_.find(a); at != computed_.end()) return at->second;
    const Range result = computed_range(a);
    computed_[a] = result;
    return result;
}

Range Terms::computed_range(Term a) const {
    if (a->op == Op::rest) return {0, a->value - 1};
    if (a->op == Op::quotient) return range_of_quotient(range_of(a->args[0]), a->value);
    if (a->op == Op::choose) return hull(range_of(a->args[1]), range_of(a->args[2]));
    if (a->op == Op::product) {
        Range result{1, 1};
        for (Term factor : a->args) result = range_of_product(result, range_of(factor));
        return result;
    }
    if (a->op != Op::sum) return {};
    Range result{a->value, a->value};
    for (std::size_t i = 0; i < a->args.size(); ++i)
        result = range_of_sum(result, scaled_range(range_of(a->args[i]), a->factors[i]));
    return result;
}

}  // namespace musimd::prove
