#include <fmt/format.h>

#include <algorithm>

#include "prove/execution.hpp"

// What threads of a warp do together. Only `__syncwarp` orders accesses, and only if all lanes wait in it is
// it a border between intervals.

namespace musimd::prove {

using dsl::Statement;

namespace {

Integer mask_of_all(const LaunchTerms& launch) {
    return (Integer(1) << launch.warp_threads) - 1;
}

/// Whether it is computed from the number of the thread, and from what the threads of a block share. What
/// the kernel has written to memory may be read at different times.
bool is_of_lane(Term x, const LaunchTerms& launch) {
    if (x->op == Op::unknown) return !x->is_private || x == launch.lane || x == launch.warp;
    if (x->op == Op::apply && x->name.find(" in interval ") != std::string::npos) return false;
    return std::ranges::all_of(x->args, [&](Term arg) { return is_of_lane(arg, launch); });
}

}  // namespace

void Execution::collective(const Statement& s, const std::vector<Term>& operands, ThreadState& state) {
    const bool is_whole = operands[0] == terms_.number(mask_of_all(launch_));
    const bool is_common = is_whole && level_ == Level::warp && !makes_own_trips_;
    if (level_ == Level::warp) require_lanes(s, operands[0], state);
    if (s.instruction.opcode == Opcode::syncwarp) {
        if (is_common) return separate(state);
        state.version = ++versions_;  // lanes of its warp that it has waited for may have written
        return;
    }
    state.values[s.variable] = result_of(s, operands, is_common, state);
}

/// Of this thread: whether the mask names it; nothing if that is not known.
Term Execution::is_in(Term mask) {
    if (const auto asked = conditions_of_.find(mask); asked != conditions_of_.end()) return asked->second;
    if (!Terms::is_number(mask)) return nullptr;
    // A lane that no warp has is wrong in any thread.
    if (mask->value < 0 || (mask->value >> launch_.warp_threads) != 0) return terms_.truth(false);
    Term result = terms_.truth(false);
    for (unsigned first = 0; first < launch_.warp_threads; ++first) {
        if (!bit_test(mask->value, first)) continue;
        unsigned last = first;
        while (last + 1 < launch_.warp_threads && bit_test(mask->value, last + 1)) ++last;
        result = terms_.either(result, terms_.both(terms_.at_most(terms_.number(first), launch_.lane),
                                                   terms_.at_most(launch_.lane, terms_.number(last))));
        first = last;
    }
    return result;
}

/// A thread that calls is in its mask, and all threads of the mask call in the same trip of each loop. Those
/// that have returned do not: the machine warns of it.
void Execution::require_lanes(const Statement& s, Term mask, const ThreadState& state) {
    if (!is_recording_ || !separates_ || makes_own_trips_) return;
    Term is_named = is_in(mask);
    if (is_named == nullptr) {
        set_unclear(Kind::collective, s.line,
                    "the mask is neither a constant nor a ballot of the whole warp");
        return;
    }
    Meeting meeting{.there = terms_.both(state.active, terms_.negation(is_named)),
                    .elsewhere = terms_.truth(true),
                    .line = s.line,
                    .kind = Kind::collective,
                    .known = known_here()};
    meetings.push_back(meeting);
    meeting.there = state.active;
    meeting.elsewhere = terms_.both(is_named, terms_.negation(state.active));
    meetings.push_back(meeting);
}

/// `is_common`: all lanes of the warp take part, in the same trip of each loop.
Term Execution::result_of(const Statement& s, const std::vector<Term>& operands, bool is_common,
                          ThreadState& state) {
    const std::string cause = fmt::format("what the function on line {} returns", s.line.line);
    const auto unknown = [&](bool is_same) { return fresh(s.variable, cause, !is_same); };
    const Opcode opcode = s.instruction.opcode;
    if (opcode == Opcode::shuffle) {
        if (Term known = shuffled(s, operands[1], operands[2])) return known;
        const bool is_broadcast =
            s.instruction.variant == Variant::idx && s.instruction.width == launch_.warp_threads;
        return unknown(is_common && is_broadcast && !operands[2]->is_private);
    }
    if (opcode == Opcode::reduce || opcode == Opcode::typed_reduce) return unknown(is_common);
    if (opcode != Opcode::vote) return unknown(false);
    if (s.instruction.variant != Variant::ballot) return voted(s, operands[1], unknown(is_common), state);
    Term ballot = terms_.unknown("ballot", !is_common, {0, mask_of_all(launch_)});
    causes_[ballot] = cause;
    if (is_common) conditions_of_[ballot] = is_nonzero(operands[1]);
    return ballot;
}

Term Execution::is_nonzero(Term a) {
    return Terms::is_condition(a) ? a : terms_.negation(terms_.zero(a));
}

/// If all say yes, this thread does; if it says yes, one does.
Term Execution::voted(const Statement& s, Term own, Term result, const ThreadState& state) {
    learn(state,
          terms_.both(terms_.at_most(terms_.number(0), result), terms_.at_most(result, terms_.number(1))));
    if (s.instruction.variant == Variant::all)
        learn(state, terms_.implies(is_nonzero(result), is_nonzero(own)));
    else
        learn(state, terms_.implies(is_nonzero(own), is_nonzero(result)));
    return result;
}

/// What x is in the other lane; null if that is not known. A lane that does not take part gives an undefined
/// value, whose use is a finding of its own.
Term Execution::shuffled(const Statement& s, Term x, Term by) {
    const Variant variant = s.instruction.variant;
    const Integer lanes = launch_.warp_threads;
    if (launch_.lane == nullptr || s.instruction.width != launch_.warp_threads || !is_of_lane(x, launch_))
        return nullptr;
    const Range range = terms_.range_of(by);
    const bool is_usual = range.low && range.high && *range.low >= 0 && *range.high < lanes;
    if (!is_usual || variant == Variant::xor_ || Terms::is_condition(x)) return nullptr;
    relies_on_lanes_ = true;
    Term from = by;
    if (variant == Variant::up) from = terms_.difference(launch_.lane, by);
    if (variant == Variant::down) from = terms_.sum(launch_.lane, by);
    Term exists =
        terms_.both(terms_.at_most(terms_.number(0), from), terms_.less(from, terms_.number(lanes)));
    return terms_.substituted(x, launch_.lane, terms_.choose(exists, from, launch_.lane));
}

}  // namespace musimd::prove
