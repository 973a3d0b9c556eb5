#include <algorithm>

#include "prove/term.hpp"

// Bits of integers, which have infinitely many: those of a negative number begin with ones. By a constant
// they are linear, with remainders.

namespace musimd::prove {
namespace {

constexpr int kMostRuns = 8;

std::string first_word(const std::string& name) {
    return name.substr(0, name.find(' '));
}

}  // namespace

Term Terms::operation(const std::string& name, Term a, Term b, const Range& range) {
    const std::string which = first_word(name);
    const bool is_of_bits = which == "and" || which == "or" || which == "xor";
    const bool is_shift = which == "shl" || which == "shr";
    if (is_of_bits && is_number(a)) std::swap(a, b);
    if (name == "product" && (is_number(a) || is_number(b))) return product(a, b);
    if (is_number(b)) {
        if (is_of_bits) {
            if (const auto linear = bits_by_number(which, a, b->value)) return *linear;
        }
        if (is_shift) {
            if (const auto linear = shifted_by_number(which, a, b->value, range)) return *linear;
        }
        // Its law is that of division where a is at least 0; elsewhere nothing is known of it.
        if (name == "quotient" && b->value > 0) return quotient(a, b->value);
    }
    if (is_of_bits && a->id > b->id) std::swap(a, b);
    Term result = apply(name, {a, b}, range);
    if (!laws_of(result).empty()) return result;
    if (is_of_bits) add_bit_laws(which, result, range);
    if (is_shift) add_shift_cases(result, range);
    return result;
}

/// Each run of ones in the mask takes bits out of a.
std::optional<Term> Terms::masked(Term a, const Integer& mask) {
    Term result = number(0);
    int runs = 0;
    for (Integer left = mask; left != 0;) {
        if (++runs > kMostRuns) return std::nullopt;
        const unsigned low = boost::multiprecision::lsb(left);
        const Integer filled = left + (Integer(1) << low);
        const unsigned high = boost::multiprecision::lsb(filled);
        Term bits = rest(quotient(a, Integer(1) << low), Integer(1) << (high - low));
        result = sum(result, scaled(bits, Integer(1) << low));
        left -= (Integer(1) << high) - (Integer(1) << low);
    }
    return result;
}

std::optional<Term> Terms::bits_by_number(const std::string& which, Term a, const Integer& b) {
    const bool is_natural = b >= 0;
    const auto of_mask = masked(a, is_natural ? b : Integer(-1 - b));
    if (!of_mask) return std::nullopt;
    Term both_set = is_natural ? *of_mask : difference(a, *of_mask);
    if (which == "and") return both_set;
    return difference(sum(a, number(b)), scaled(both_set, which == "or" ? 1 : 2));
}

std::optional<Term> Terms::shifted_by_number(const std::string& which, Term a, const Integer& by,
                                             const Range& range) {
    const Integer size = *range.high - *range.low + 1;
    if (by < 0 || by >= boost::multiprecision::lsb(size)) return std::nullopt;
    const Integer power = Integer(1) << by.convert_to<unsigned>();
    if (which == "shr") return quotient(a, power);
    Term exact = scaled(a, power);
    if (is_within(range_of(exact), range)) return exact;
    Term low = number(*range.low);
    return sum(rest(difference(exact, low), size), low);
}

/// Of operands that the type has; of others nothing is known.
void Terms::add_bit_laws(const std::string& which, Term result, const Range& range) {
    Term a = result->args[0], b = result->args[1], zero = number(0), most = number(*range.high);
    const auto is_natural = [&](Term x) { return both(at_most(zero, x), at_most(x, most)); };
    const auto add = [&](Term when, Term less, Term more) {
        add_law(result, implies(when, at_most(less, more)));
    };
    Term are_natural = both(is_natural(a), is_natural(b));
    if (which == "and") {
        for (Term x : {a, b}) {
            add(is_natural(x), zero, result);
            add(is_natural(x), result, x);
        }
        return;
    }
    add(are_natural, result, sum(a, b));
    add(are_natural, which == "or" ? a : difference(a, b), result);
    add(are_natural, which == "or" ? b : difference(b, a), result);
}

/// One for each distance that the type allows, and one for all others.
void Terms::add_shift_cases(Term result, const Range& range) {
    Term a = result->args[0], by = result->args[1];
    add_law(result,
            implies(both(zero(by), both(at_most(number(*range.low), a), at_most(a, number(*range.high)))),
                    equal(result, a)));
    if (first_word(result->name) == "shr")
        add_law(result, implies(both(at_most(number(0), a), at_most(number(0), by)),
                                both(at_most(number(0), result), at_most(result, a))));
    const unsigned width = boost::multiprecision::lsb(Integer(*range.high - *range.low + 1));
    Split split{.keys = {result}};
    Term others = truth(true);
    const std::string which = first_word(result->name);
    for (unsigned distance = 0; distance < width; ++distance) {
        Term is_it = equal(by, number(distance));
        others = both(others, negation(is_it));
        if (is_false(is_it)) continue;
        Term value = *shifted_by_number(which, a, distance, range);
        split.cases.push_back({.values = {{by, number(distance)}, {result, value}}, .when = is_it});
    }
    if (!is_false(others)) split.cases.push_back({.when = others});
    add_split(std::move(split));
}

}  // namespace musimd::prove
