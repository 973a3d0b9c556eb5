#include <algorithm>

#include "prove/execution.hpp"
#include "prove/head_variable.hpp"

// Variables of a loop whose values follow from the number of the trip.

namespace musimd::prove {

namespace {

bool mentions_newer(Term term, std::uint32_t number, std::set<Term, ByNumber>& seen) {
    if (!seen.insert(term).second) return false;
    const bool is_atom = term->op == Op::unknown || term->op == Op::apply;
    if (is_atom && term->id > number) return true;
    return std::ranges::any_of(term->args, [&](Term arg) { return mentions_newer(arg, number, seen); });
}

}  // namespace

void Execution::find_change(HeadVariable& variable, Term head, Term end, std::uint32_t newest) {
    const auto is_older = [&](Term term) {
        std::set<Term, ByNumber> seen;
        return !mentions_newer(term, newest, seen);
    };
    constexpr std::size_t kMostOfCycle = 8;
    if (Term step = terms_.difference(end, head); is_older(step)) {
        variable.step = step;
        return;
    }
    const bool is_of_head = end->args.size() == 1 && end->args[0] == head;
    if (end->op == Op::quotient && is_of_head) variable.divisor = end->value;
    if (end->op == Op::sum && is_of_head && end->value == 0 && end->factors[0] > 1)
        variable.factor = end->factors[0];
    if (variable.is_known()) return;
    std::vector<Term> cycle = {variable.begin};
    while (cycle.size() <= kMostOfCycle) {
        Replacement by = {{head, cycle.back()}};
        Term next = terms_.replaced(end, by);
        if (!is_older(next)) return;
        if (next == variable.begin) {
            variable.cycle = std::move(cycle);
            return;
        }
        cycle.push_back(next);
    }
}

/// The value at the head of a trip, or so many trips later.
Term Execution::element_of(const std::vector<Term>& cycle, Term trips, std::size_t after) {
    Term rest = terms_.rest(trips, cycle.size());
    Term result = cycle[(cycle.size() - 1 + after) % cycle.size()];
    for (std::size_t i = cycle.size() - 1; i-- > 0;)
        result = terms_.choose(terms_.equal(rest, terms_.number(static_cast<std::int64_t>(i))),
                               cycle[(i + after) % cycle.size()], result);
    return result;
}

/// At the head of the next trip; nothing if it is not known.
Term Execution::next_of(const HeadVariable& variable, Term head, Term trips) {
    if (variable.step != nullptr) return terms_.sum(head, variable.step);
    if (variable.factor != 0) return terms_.scaled(head, variable.factor);
    if (variable.divisor != 0) return terms_.quotient(head, variable.divisor);
    if (variable.cycle.empty()) return nullptr;
    return element_of(variable.cycle, trips, 1);
}

/// A variable that is multiplied or divided in each trip has few values, since a type has few bits.
void Execution::add_trip_cases(const std::vector<HeadVariable>& plan, const ThreadState& head, Term trips) {
    Split split;
    unsigned trips_to_end = 0;  // after so many, all quotients are 0 or -1
    std::optional<unsigned> most;
    for (const HeadVariable& variable : plan) {
        if (variable.factor == 0 && variable.divisor == 0) continue;
        Term value = head.values.at(variable.id);
        split.keys.push_back(value);
        if (value->is_private && !trips->is_private) split.keys.push_back(terms_.second(value));
        const Integer highest = *range_of(kernel_.code.variables[variable.id].type.type).high;
        const Integer base = variable.factor != 0 ? variable.factor : variable.divisor;
        unsigned powers = 0;
        for (Integer power = 1; power <= highest + 1; power *= base) ++powers;
        if (variable.factor != 0)
            most = std::min(most.value_or(powers), powers);
        else
            trips_to_end = std::max(trips_to_end, powers);
    }
    if (split.keys.empty()) return;
    for (unsigned trip = 0; trip < most.value_or(trips_to_end); ++trip)
        add_trip_case(split, plan, head, trips, trip, false);
    if (!most) add_trip_case(split, plan, head, trips, trips_to_end, true);
    terms_.add_split(std::move(split));
}

/// `is_last`: for this trip, and all after it.
void Execution::add_trip_case(Split& split, const std::vector<HeadVariable>& plan, const ThreadState& head,
                              Term trips, unsigned trip, bool is_last) {
    Case one{.when = terms_.truth(true)};
    Term number = terms_.number(trip);
    if (is_last)
        one.when = terms_.at_most(number, trips);
    else
        one.values.emplace_back(trips, number);
    for (const HeadVariable& variable : plan) {
        if (variable.factor == 0 && variable.divisor == 0) continue;
        Term key = head.values.at(variable.id), value = nullptr;
        if (variable.factor != 0)
            value = terms_.scaled(variable.begin, boost::multiprecision::pow(variable.factor, trip));
        else
            value = terms_.quotient(variable.begin, boost::multiprecision::pow(variable.divisor, trip));
        one.values.emplace_back(key, value);
        if (key->is_private && !trips->is_private)
            one.values.emplace_back(terms_.second(key), terms_.second(value));
    }
    split.cases.push_back(std::move(one));
}

}  // namespace musimd::prove
