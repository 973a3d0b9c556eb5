#include "prove/equal_loops.hpp"

#include <algorithm>

#include "prove/query.hpp"

namespace musimd::prove {
namespace {

constexpr std::size_t kNone = SIZE_MAX;
constexpr std::size_t kMostVariablePairs = 100;

std::vector<std::size_t> loops_inside(const Execution& run, std::size_t parent) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < run.loops.size(); ++i) {
        if (run.loops[i].parent == parent) result.push_back(i);
    }
    return result;
}

/// Null: it has no value there.
Term value_in(const ThreadState& state, dsl::VariableId variable) {
    const auto at = state.values.find(variable);
    return at == state.values.end() ? nullptr : at->second;
}

}  // namespace

std::optional<std::pair<std::string, dsl::SourcePoint>> LoopPairs::match() {
    if (auto problem = pair_inside(kNone, kNone, kNone)) return problem;
    for (LoopPair& pair : pairs_) guess(pair);
    // What one loop must drop may be what another one needs.
    for (bool is_settled = false; !is_settled;) {
        is_settled = true;
        for (std::size_t i = 0; i < pairs_.size(); ++i) is_settled = keep_true(i) && is_settled;
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (auto problem = same_trips(i)) return problem;
    }
    return std::nullopt;
}

LoopPairs::Problem LoopPairs::pair_inside(std::size_t parent, std::size_t of_first, std::size_t of_second) {
    const auto of_a = loops_inside(first_.run, of_first), of_b = loops_inside(second_.run, of_second);
    if (of_a.size() != of_b.size()) {
        const dsl::SourcePoint line = !of_a.empty() ? first_.run.loops[of_a.back()].line : dsl::SourcePoint{};
        return std::pair("the kernels do not have the same loops", line);
    }
    for (std::size_t i = 0; i < of_a.size(); ++i) {
        const LoopRecord &a = first_.run.loops[of_a[i]], &b = second_.run.loops[of_b[i]];
        if (a.ends_early || b.ends_early)
            return std::pair("a `break` or a `return` in a loop is not understood yet", a.line);
        const std::size_t number = pairs_.size();
        pairs_.push_back({.first = of_a[i], .second = of_b[i], .parent = parent});
        if (auto problem = pair_inside(number, of_a[i], of_b[i])) return problem;
        pairs_[number].last_inner = pairs_.size() - 1;
    }
    return std::nullopt;
}

void LoopPairs::guess(LoopPair& pair) const {
    for (const dsl::VariableId a : loop_of_first(pair).carried) {
        for (const dsl::VariableId b : loop_of_second(pair).carried) {
            const dsl::ValueType type = first_.kernel.code.variables[a].type;
            if (type == second_.kernel.code.variables[b].type && pair.equal.size() < kMostVariablePairs)
                pair.equal.emplace_back(a, b);
        }
    }
}

bool LoopPairs::keep_true(std::size_t number) {
    const bool is_kept_at_begin = keep_at_begin(number);
    return keep_in_trip(number) && is_kept_at_begin;
}

bool LoopPairs::keep_at_begin(std::size_t number) {
    LoopPair& pair = pairs_[number];
    const LoopRecord &a = loop_of_first(pair), &b = loop_of_second(pair);
    const std::vector<Term> known = equalities_before(number);
    const auto is_wrong = [&](const auto& variables) {
        Term x = value_in(a.entry, variables.first), y = value_in(b.entry, variables.second);
        if (x == nullptr || y == nullptr) return true;
        return !is_impossible({a.entry.active, b.entry.active, terms_.differs(x, y)}, a.before, b.before,
                              known);
    };
    return std::erase_if(pair.equal, is_wrong) == 0;
}

bool LoopPairs::keep_in_trip(std::size_t number) {
    LoopPair& pair = pairs_[number];
    const LoopRecord &a = loop_of_first(pair), &b = loop_of_second(pair);
    const std::vector<Term> known = equalities_at_end_of(number);
    const auto is_wrong = [&](const auto& variables) {
        Term x = value_in(a.end, variables.first), y = value_in(b.end, variables.second);
        if (x == nullptr || y == nullptr) return true;
        return !is_impossible({a.end.active, b.end.active, terms_.differs(x, y)}, a.after_trip, b.after_trip,
                              known);
    };
    return std::erase_if(pair.equal, is_wrong) == 0;
}

/// Both threads come to the loop, or none does; and at each head both go on, or none does.
LoopPairs::Problem LoopPairs::same_trips(std::size_t number) {
    const LoopPair& pair = pairs_[number];
    const LoopRecord &a = loop_of_first(pair), &b = loop_of_second(pair);
    Term comes = terms_.differs(a.entry.active, b.entry.active);
    if (!is_impossible({comes}, a.before, b.before, equalities_before(number)))
        return std::pair("a thread may come to the loop in one kernel alone", a.line);
    Term leaves = terms_.differs(a.left.active, b.left.active);
    if (!is_impossible({a.entry.active, b.entry.active, leaves}, a.after_trip, b.after_trip,
                       equalities_at_end_of(number)))
        return std::pair("the loop may make other numbers of trips in the other kernel", a.line);
    return std::nullopt;
}

// ---- what is equal, and when. A question about a point may use only what is earlier in each run.

void LoopPairs::add_in_trip(std::size_t number, std::vector<Term>& to) const {
    const LoopPair& pair = pairs_[number];
    const LoopRecord &a = loop_of_first(pair), &b = loop_of_second(pair);
    Term come = terms_.both(a.entry.active, b.entry.active);
    to.push_back(terms_.implies(come, terms_.equal(a.trips, b.trips)));
    for (const auto& [x, y] : pair.equal)
        to.push_back(
            terms_.implies(come, terms_.negation(terms_.differs(a.head.values.at(x), b.head.values.at(y)))));
}

void LoopPairs::add_after(std::size_t number, std::vector<Term>& to) const {
    const LoopPair& pair = pairs_[number];
    const LoopRecord &a = loop_of_first(pair), &b = loop_of_second(pair);
    Term come = terms_.both(a.entry.active, b.entry.active);
    to.push_back(terms_.implies(come, terms_.equal(a.all_trips, b.all_trips)));
    for (const auto& [x, y] : pair.equal)
        to.push_back(terms_.implies(
            come, terms_.negation(terms_.differs(a.last_head.values.at(x), b.last_head.values.at(y)))));
}

/// At the begin of a loop: trips of the loops around it, and loops that have ended.
std::vector<Term> LoopPairs::equalities_before(std::size_t number) const {
    std::vector<Term> result;
    for (std::size_t i = 0; i < number; ++i)
        pairs_[i].last_inner >= number ? add_in_trip(i, result) : add_after(i, result);
    return result;
}

std::vector<Term> LoopPairs::equalities_at_end_of(std::size_t number) const {
    std::vector<Term> result;
    if (number != kNone) {
        result = equalities_before(number);
        add_in_trip(number, result);
    }
    const std::size_t begin = number == kNone ? 0 : number + 1;
    const std::size_t end = number == kNone ? pairs_.size() : pairs_[number].last_inner + 1;
    for (std::size_t i = begin; i < end; ++i) add_after(i, result);
    return result;
}

bool LoopPairs::is_impossible(std::vector<Term> conditions, const Known& of_first, const Known& of_second,
                              const std::vector<Term>& equalities) {
    if (std::ranges::any_of(conditions, Terms::is_false)) return true;
    for (Term fact : first_.run.facts_at(of_first)) conditions.push_back(fact);
    for (Term fact : second_.run.facts_at(of_second)) conditions.push_back(fact);
    conditions.insert(conditions.end(), equalities.begin(), equalities.end());
    return solver_.check(query_text(terms_, conditions, Products::by_laws)) == Solver::Answer::impossible;
}

}  // namespace musimd::prove
