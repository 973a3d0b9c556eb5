#include <fmt/format.h>

#include "prove/execution.hpp"

// Integers: exact, where a type cannot hold the result, too.

namespace musimd::prove {
namespace {

using dsl::Expression;
using dsl::Function;

}  // namespace

bool Execution::fits(Term a, const Range& range, const ThreadState& state, FactNumber from) {
    if (is_within(terms_.range_of(a), range)) return true;
    if (is_ideal_) return true;
    Term outside = terms_.negation(terms_.both(terms_.at_most(terms_.number(*range.low), a),
                                               terms_.at_most(a, terms_.number(*range.high))));
    return is_impossible({state.active, narrow_, outside}, {statement_begin_, from, latest_});
}

/// The exact result, as the type has it.
Term Execution::in_type(Term exact, Type type, bool traps, ThreadState& state, FactNumber from) {
    const Range range = range_of(type);
    if (is_within(terms_.range_of(exact), range)) return exact;
    if (traps && !is_wrapping_) {
        require(state,
                terms_.both(terms_.at_most(terms_.number(*range.low), exact),
                            terms_.at_most(exact, terms_.number(*range.high))),
                from);
        return exact;
    }
    if (fits(exact, range, state, from)) return exact;
    const Integer size = Integer(1) << width_of(type);
    if (is_unsigned_integer(type)) return terms_.rest(exact, size);
    Term half = terms_.number(size / 2);
    return terms_.difference(terms_.rest(terms_.sum(exact, half), size), half);
}

Term Execution::converted(const Expression& e, Term a, ThreadState& state, FactNumber from) {
    const dsl::ValueType given = e.operands[0]->type;
    const bool is_of_integers = !given.condition && !is_float(given.type) && !is_float(e.type.type);
    if (!is_of_integers) return opaque(e, {a});
    if (is_within(range_of(given.type), range_of(e.type.type))) return a;
    return in_type(a, e.type.type, false, state, from);
}

Term Execution::integer_of(const Expression& e, const std::vector<Term>& operands, ThreadState& state,
                           FactNumber from) {
    const Type type = e.type.type;
    const bool traps = is_signed_integer(type);
    Term a = operands[0];
    Term b = operands.size() > 1 ? operands[1] : nullptr;
    switch (e.function) {
        case Function::add:
            return in_type(terms_.sum(a, b), type, traps, state, from);
        case Function::sub:
            return in_type(terms_.difference(a, b), type, traps, state, from);
        case Function::mul:
            return in_type(terms_.product(a, b), type, traps, state, from);
        case Function::neg:
            return in_type(terms_.scaled(a, -1), type, traps, state, from);
        case Function::min:
            return terms_.choose(terms_.less(b, a), b, a);
        case Function::max:
            return terms_.choose(terms_.less(a, b), b, a);
        case Function::div:
        case Function::rem:
            return divided(e, a, b, state, from);
        case Function::shl:
        case Function::shr:
        case Function::shra:
            return shifted(e, a, b, state, from);
        case Function::notb:
            return terms_.difference(terms_.number(*range_of(type).high + *range_of(type).low), a);
        case Function::abs:
            return in_type(terms_.choose(terms_.less(a, terms_.number(0)), terms_.scaled(a, -1), a), type,
                           false, state, from);
        case Function::andb:
        case Function::orb:
        case Function::xorb:
            return bits_of(e, a, b);
        default:
            return opaque(e, operands);
    }
}

/// By a constant: linear. By a term: a function with the law of division.
Term Execution::divided(const Expression& e, Term a, Term b, ThreadState& state, FactNumber from) {
    const bool is_quotient = e.function == Function::div;
    const Range natural{0, *range_of(e.type.type).high};
    require(state, terms_.negation(terms_.zero(b)), from);
    if (is_quotient && is_signed_integer(e.type.type)) {
        Term is_least = terms_.equal(a, terms_.number(*range_of(e.type.type).low));
        require(state, terms_.negation(terms_.both(is_least, terms_.equal(b, terms_.number(-1)))), from);
    }
    if (Terms::is_number(b) && b->value > 0) {
        Term quotient = terms_.quotient(a, b->value);
        if (!fits(a, natural, state, from)) {
            Term of_negative = terms_.scaled(terms_.quotient(terms_.scaled(a, -1), b->value), -1);
            quotient = terms_.choose(terms_.at_most(terms_.number(0), a), quotient, of_negative);
        } else if (!is_quotient) {
            return terms_.rest(a, b->value);
        }
        return is_quotient ? quotient : terms_.difference(a, terms_.scaled(quotient, b->value));
    }
    const Range positive{1, natural.high};
    if (!fits(a, natural, state, from) || !fits(b, positive, state, from)) return opaque(e, {a, b});
    Term quotient = terms_.apply("quotient", {a, b});
    Term rest = terms_.difference(a, terms_.product(quotient, b));
    Term zero = terms_.number(0);
    Term are_natural = terms_.both(terms_.at_most(zero, a), terms_.less(zero, b));
    Term is_quotient_of =
        terms_.both(terms_.both(terms_.at_most(zero, quotient), terms_.at_most(quotient, a)),
                    terms_.both(terms_.at_most(zero, rest), terms_.less(rest, b)));
    if (terms_.laws_of(quotient).empty())
        terms_.add_law(quotient, terms_.implies(are_natural, is_quotient_of));
    return is_quotient ? quotient : rest;
}

Term Execution::shifted(const Expression& e, Term a, Term by, ThreadState& state, FactNumber from) {
    const Type type = e.type.type;
    const Range range = range_of(type);
    Term zero = terms_.number(0), width = terms_.number(width_of(type));
    require(state, terms_.both(terms_.at_most(zero, by), terms_.less(by, width)), from);
    const bool is_left = e.function == Function::shl;
    const bool is_floor = is_left || (e.function == Function::shra ? is_signed_integer(type)
                                                                   : fits(a, {0, *range.high}, state, from));
    if (!is_floor || (Terms::is_number(by) && (by->value < 0 || by->value >= width->value)))
        return opaque(e, {a, by});
    if (is_left && Terms::is_number(by)) {
        Term exact = terms_.scaled(a, Integer(1) << by->value.convert_to<unsigned>());
        if (fits(exact, range, state, from)) return exact;
    }
    return terms_.operation(fmt::format("{} {}", is_left ? "shl" : "shr", to_string(type)), a, by, range);
}

Term Execution::bits_of(const Expression& e, Term a, Term b) {
    const Type type = e.type.type;
    const char* const which = e.function == Function::andb  ? "and"
                              : e.function == Function::orb ? "or"
                                                            : "xor";
    return terms_.operation(fmt::format("{} {}", which, to_string(type)), a, b, range_of(type));
}

}  // namespace musimd::prove
