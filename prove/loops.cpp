#include <fmt/format.h>

#include <algorithm>

#include "prove/execution.hpp"
#include "prove/head_variable.hpp"
#include "prove/tree_facts.hpp"

// Loops: the state at the head in an arbitrary trip, and what is true there in each.

namespace musimd::prove {

using dsl::Statement;

bool Execution::has_own_barrier(const Statement& loop) const {
    return has_barrier(loop, level_ == Level::grid);
}

bool Execution::has_common_trips(const Statement& loop) const {
    if (makes_own_trips_) return false;
    return has_own_barrier(loop) || (level_ == Level::warp && has_collective(loop));
}

void Execution::loop(const Statement& s, ThreadState& state) {
    std::vector<HeadVariable> plan = plan_of(s, state);
    ++loops_;
    const FactNumber before = latest_;
    const std::size_t returned = returns_.empty() ? 0 : returns_.back()->size();
    const bool was_recording = std::exchange(is_recording_, false);
    find_steps(s, plan, state);
    latest_ = before;
    const bool is_separated = settle(s, plan, state) || has_own_barrier(s);
    latest_ = before;
    is_recording_ = was_recording;
    if (!returns_.empty()) returns_.back()->resize(returned);
    if (!has_common_trips(s))
        plain_loop(s, plan, state);
    else if (is_separated)
        barrier_loop(s, plan, state);
    else
        meeting_loop(s, plan, state);
    --loops_;
}

// ---- what is guessed, and what of it is kept

std::vector<Execution::HeadVariable> Execution::plan_of(const Statement& s, const ThreadState& entry) {
    std::vector<HeadVariable> plan;
    const bool is_uniform = has_common_trips(s);
    for (const dsl::VariableId id : variables_changed(s)) {
        HeadVariable variable{.id = id, .is_condition = kernel_.code.variables[id].type.condition};
        const bool is_integer = !variable.is_condition && !is_float(kernel_.code.variables[id].type.type);
        if (const auto at = entry.values.find(id); at != entry.values.end()) variable.begin = at->second;
        if (variable.begin != nullptr) {
            variable.is_common = is_uniform;
            variable.is_natural = variable.is_from_begin = variable.is_to_begin = variable.is_bit =
                is_integer;
        }
        plan.push_back(variable);
    }
    return plan;
}

/// By a trip in which nothing wraps. Whether they are right is asked later.
void Execution::find_steps(const Statement& s, std::vector<HeadVariable>& plan, const ThreadState& entry) {
    std::vector<HeadVariable> free = plan;
    for (HeadVariable& variable : free) variable = {.id = variable.id, .is_condition = variable.is_condition};
    const std::uint32_t newest = terms_.unknown("before", false)->id;
    const bool was_ideal = std::exchange(is_ideal_, true);
    const ThreadState head = head_of(s, free, entry, trip_number(s));
    const Trip once = trip(s, head);
    is_ideal_ = was_ideal;
    for (HeadVariable& variable : plan) {
        const auto end = once.end.values.find(variable.id);
        if (variable.begin == nullptr || !variable.is_natural || end == once.end.values.end()) continue;
        find_change(variable, head.values.at(variable.id), end->second, newest);
        if (variable.is_known()) variable.is_common = false;
    }
}

/// Drops guesses until a trip keeps all that are left. Whether an interval begins in that trip.
bool Execution::settle(const Statement& s, std::vector<HeadVariable>& plan, const ThreadState& entry) {
    for (HeadVariable& variable : plan) {
        if (variable.begin == nullptr) continue;
        const auto is_wrong_at_first = [&](Term violation) {
            return !is_impossible({entry.active, violation}, known_here());
        };
        Term zero = terms_.number(0);
        if (variable.is_natural && is_wrong_at_first(terms_.less(variable.begin, zero)))
            variable.is_natural = false;
        if (variable.is_bit &&
            is_wrong_at_first(terms_.negation(
                terms_.either(terms_.zero(variable.begin), terms_.equal(variable.begin, terms_.number(1))))))
            variable.is_bit = false;
        if (variable.factor != 0 && is_wrong_at_first(terms_.less(variable.begin, terms_.number(1))))
            variable.factor = 0;
        variable.is_common = variable.is_common && is_same_in_both(variable.begin, entry.active);
    }
    const FactNumber before = latest_;
    std::uint32_t separations = separations_;
    for (bool is_settled = false; !is_settled;) {
        latest_ = before;
        separations = separations_;
        Term trips = trip_number(s);
        const ThreadState head = head_of(s, plan, entry, trips);
        const Trip once = trip(s, head);
        is_settled = keep_true(plan, head, once.end, trips);
    }
    return separations_ != separations;
}

/// Whether nothing had to be dropped.
bool Execution::keep_true(std::vector<HeadVariable>& plan, const ThreadState& head, const ThreadState& end,
                          Term trips) {
    bool is_kept = true;
    if (Terms::is_false(end.active)) return true;
    const auto drop_unless_kept = [&](bool& guess, Term violation) {
        if (!guess || is_impossible({end.active, violation}, known_here())) return;
        guess = is_kept = false;
    };
    Term zero = terms_.number(0), one = terms_.number(1);
    for (HeadVariable& variable : plan) {
        if (variable.begin == nullptr) continue;
        const auto at = end.values.find(variable.id);
        if (at == end.values.end()) {
            is_kept = is_kept && !variable.is_known() && !variable.is_common && !variable.is_natural &&
                      !variable.is_from_begin && !variable.is_to_begin && !variable.is_bit;
            variable = {.id = variable.id, .is_condition = variable.is_condition};
            continue;
        }
        Term value = at->second;
        if (Term next = next_of(variable, head.values.at(variable.id), trips)) {
            bool is_right = true;
            drop_unless_kept(is_right, terms_.negation(terms_.equal(value, next)));
            if (!is_right && variable.step != nullptr) {
                const Range range = range_of(kernel_.code.variables[variable.id].type.type);
                wrapping.push_back({head.values.at(variable.id), variable.step, end.active, *range.high});
                variable.may_wrap = true;
            }
            if (!is_right) variable.forget_change();
        }
        if (variable.is_common && !is_same_in_both(value, end.active)) variable.is_common = is_kept = false;
        if (variable.is_condition) continue;
        drop_unless_kept(variable.is_natural, terms_.less(value, zero));
        drop_unless_kept(variable.is_from_begin, terms_.less(value, variable.begin));
        drop_unless_kept(variable.is_to_begin, terms_.less(variable.begin, value));
        drop_unless_kept(variable.is_bit,
                         terms_.negation(terms_.either(terms_.zero(value), terms_.equal(value, one))));
    }
    return is_kept;
}

Term Execution::trip_number(const Statement& s) {
    return terms_.unknown("trips", !has_common_trips(s), {0, std::nullopt});
}

ThreadState Execution::head_of(const Statement& s, const std::vector<HeadVariable>& plan,
                               const ThreadState& entry, Term trips) {
    ThreadState head = entry;
    for (const HeadVariable& variable : plan) {
        const std::string& name = kernel_.code.variables[variable.id].name;
        const std::string cause =
            variable.may_wrap ? fmt::format("{}, which may wrap in the loop on line {}", name, s.line.line)
                              : fmt::format("{}, which the loop on line {} changes", name, s.line.line);
        if (variable.step != nullptr)
            head.values[variable.id] = terms_.sum(variable.begin, terms_.product(trips, variable.step));
        else if (!variable.cycle.empty())
            head.values[variable.id] = element_of(variable.cycle, trips, 0);
        else if (variable.is_known())
            head.values[variable.id] =
                fresh(variable.id, cause, trips->is_private || variable.begin->is_private);
        else
            head.values[variable.id] = fresh(variable.id, cause, !variable.is_common || makes_own_trips_);
    }
    add_trip_cases(plan, head, trips);
    for (const dsl::Block* const part : {&s.head, &s.body, &s.step}) {
        for (const dsl::BufferId buffer : buffers_written(*part)) {
            const bool is_pointer = buffer == kernel_.code.memory;
            for (const dsl::BufferId own : is_pointer ? written_by_pointer_ : std::set{buffer}) {
                head.dirty.insert(own);
                ++stores_[own];
            }
        }
    }
    head.version = ++versions_;
    add_head_facts(plan, head);
    return head;
}

void Execution::add_head_facts(const std::vector<HeadVariable>& plan, const ThreadState& head) {
    for (const HeadVariable& variable : plan) {
        if (variable.is_condition || variable.begin == nullptr) continue;
        Term value = head.values.at(variable.id);
        Term zero = terms_.number(0);
        if (variable.step != nullptr) {
            const Range range = range_of(kernel_.code.variables[variable.id].type.type);
            learn(head, terms_.both(terms_.at_most(terms_.number(*range.low), value),
                                    terms_.at_most(value, terms_.number(*range.high))));
        }
        if (variable.is_natural) learn(head, terms_.at_most(zero, value));
        if (variable.is_from_begin) learn(head, terms_.at_most(variable.begin, value));
        if (variable.is_to_begin) learn(head, terms_.at_most(value, variable.begin));
        if (variable.is_bit)
            learn(head, terms_.either(terms_.zero(value), terms_.equal(value, terms_.number(1))));
    }
}

// ---- execution

Execution::Trip Execution::trip(const Statement& s, ThreadState head) {
    std::vector<ThreadState> continues, breaks;
    continues_.push_back(&continues);
    breaks_.push_back(&breaks);
    block(s.head, head);
    statement_begin_ = latest_;
    Term goes_on = value(s.value, head);
    Trip result{.left = head, .end = head};
    result.left.active = terms_.both(head.active, terms_.negation(goes_on));
    result.end.active = terms_.both(head.active, goes_on);
    Term begins = result.end.active;
    if (has_common_trips(s) && is_recording_ && separates_)
        meetings.push_back({.there = result.end.active,
                            .elsewhere = result.left.active,
                            .line = s.line,
                            .kind = has_own_barrier(s) ? Kind::barrier : Kind::collective,
                            .is_loop = true,
                            .known = known_here()});
    block(s.body, result.end);
    continues_.pop_back();
    result.end = joined(continues, std::move(result.end));
    block(s.step, result.end);
    breaks_.pop_back();
    result.breaks = terms_.truth(false);
    for (const ThreadState& state : breaks) {
        result.breaks = terms_.either(result.breaks, state.active);
        result.left = merged(state.active, state, result.left);
    }
    const bool leaves_early = has_break(s) || may_leave(s);
    if (leaves_early && has_common_trips(s) && has_own_barrier(s) && is_recording_ && separates_)
        require_common_end(s, begins, result);
    return result;
}

/// Of two threads that begin a trip, both come to its end, or both break, or both leave the kernel.
void Execution::require_common_end(const Statement& s, Term begins, const Trip& trip) {
    const auto require = [&](Term there, Term elsewhere) {
        if (Terms::is_false(there) || Terms::is_false(elsewhere)) return;
        meetings.push_back({.there = there,
                            .elsewhere = elsewhere,
                            .line = s.line,
                            .kind = Kind::barrier,
                            .is_loop = true,
                            .known = known_here()});
    };
    Term ends = trip.end.active;
    require(ends, terms_.both(begins, terms_.negation(ends)));
    Term is_gone = terms_.both(begins, terms_.negation(terms_.either(trip.breaks, ends)));
    if (may_leave(s)) require(trip.breaks, is_gone);
}

/// SIZE_MAX: the loop is not executed for its accesses.
std::size_t Execution::begin_record(const Statement& s, const std::vector<HeadVariable>& plan,
                                    const ThreadState& entry) {
    if (!is_recording_ || !is_accessing_) return SIZE_MAX;
    LoopRecord record{.line = s.line,
                      .parent = loop_around_,
                      .ends_early = has_break(s) || may_leave(s),
                      .entry = entry,
                      .before = known_here(),
                      .first_access = accesses.size()};
    for (const HeadVariable& variable : plan) {
        if (variable.begin != nullptr) record.carried.push_back(variable.id);
    }
    loops.push_back(std::move(record));
    return loops.size() - 1;
}

/// Each thread makes its own trips: the body is executed once, in any of them.
void Execution::plain_loop(const Statement& s, std::vector<HeadVariable>& plan, ThreadState& state) {
    const ThreadState entry = state;
    const std::size_t own = begin_record(s, plan, entry);
    Term trips = trip_number(s);
    const ThreadState head = head_of(s, plan, entry, trips);
    const std::size_t around = std::exchange(loop_around_, own);
    const Trip any = trip(s, head);
    loop_around_ = around;
    const Known after_trip = known_here();
    const bool breaks = has_break(s);
    if (breaks) {
        std::set<dsl::VariableId> in_body;
        Statement body, step;
        body.head = s.head;
        body.body = s.body;
        step.step = s.step;
        for (const dsl::VariableId id : variables_changed(body)) in_body.insert(id);
        for (HeadVariable& variable : plan) {
            const bool is_of_step = !in_body.contains(variable.id) && !has_break(step);
            if (!is_of_step) variable = {.id = variable.id, .is_condition = variable.is_condition};
        }
    }
    const bool was_recording = std::exchange(is_recording_, false);
    Term all_trips = trip_number(s);
    ThreadState last = head_of(s, plan, entry, all_trips);
    const ThreadState last_head = last;
    // What follows is not learned of a thread that returns from a call around the loop: for it, the
    // condition may always hold.
    if (may_leave(s))
        last.active = terms_.both(last.active, terms_.positive(terms_.unknown("stays", true, {0, 1})));
    if (!breaks) {
        std::vector<ThreadState> none;
        continues_.push_back(&none);
        breaks_.push_back(&none);
        block(s.head, last);
        continues_.pop_back();
        breaks_.pop_back();
        statement_begin_ = latest_;
        Term goes_on = value(s.value, last);
        learn(last, terms_.negation(goes_on));  // of threads that come here: others stay in the loop
    }
    is_recording_ = was_recording;
    // Lanes of its warp that this one has waited for may have written.
    last.version = has_collective(s) ? ++versions_ : entry.version;
    if (own != SIZE_MAX) {
        LoopRecord& record = loops[own];
        record.trips = trips;
        record.all_trips = all_trips;
        record.head = head;
        record.left = any.left;
        record.end = any.end;
        record.last_head = last_head;
        record.after_trip = after_trip;
    }
    state = std::move(last);
}

void Execution::refuse_leaving(const Statement& s) {
    const std::string what = has_own_barrier(s) ? "a loop with barriers is not understood yet"
                                                : "a loop with warp functions is not understood yet";
    const auto refuse = [&](Kind kind, const std::string& leaving) {
        set_unclear(kind, s.line, fmt::format("a `{}` out of {}", leaving, what));
        if (level_ == Level::warp)
            set_unclear(Kind::collective, s.line, fmt::format("a `{}` out of {}", leaving, what));
    };
    if (has_break(s)) {
        refuse(Kind::race, "break");
        if (has_own_barrier(s)) refuse(Kind::barrier, "break");
        for (const Kind kind : {Kind::bounds, Kind::assertion, Kind::arithmetic}) refuse(kind, "break");
    }
    if (may_leave(s)) refuse(Kind::race, "return");
}

/// Warp functions make all lanes go through the loop equally often, but order no accesses: of two accesses,
/// each is of any trip. So one pass is for accesses, and one, in which both threads are in the same trip, for
/// what they do together.
void Execution::meeting_loop(const Statement& s, std::vector<HeadVariable>& plan, ThreadState& state) {
    refuse_leaving(s);
    const ThreadState entry = state;
    const FactNumber before = latest_;
    makes_own_trips_ = true;
    trip(s, head_of(s, plan, entry, trip_number(s)));
    makes_own_trips_ = false;
    latest_ = before;
    const bool was_accessing = std::exchange(is_accessing_, false);
    ThreadState head = head_of(s, plan, entry, trip_number(s));
    if (may_leave(s))
        head.active = terms_.both(head.active, terms_.positive(terms_.unknown("stays", true, {0, 1})));
    trip(s, head);
    latest_ = before;
    is_accessing_ = was_accessing;
    const bool was_recording = std::exchange(is_recording_, false);
    ThreadState last = head_of(s, plan, entry, trip_number(s));
    if (may_leave(s))  // as in plain_loop
        last.active = terms_.both(last.active, terms_.positive(terms_.unknown("stays", true, {0, 1})));
    std::vector<ThreadState> none;
    continues_.push_back(&none);
    breaks_.push_back(&none);
    block(s.head, last);
    continues_.pop_back();
    breaks_.pop_back();
    statement_begin_ = latest_;
    Term goes_on = value(s.value, last);
    if (!has_break(s))
        learn(last, terms_.negation(goes_on));  // of threads that come here: others stay in the loop
    is_recording_ = was_recording;
    last.version = ++versions_;
    state = std::move(last);
}

/// Else accesses of several trips are in one interval.
void Execution::require_barrier(const Statement& s, const ThreadState& end) {
    Term passes = terms_.truth(false);
    for (const auto& [id, when] : end.intervals) passes = terms_.either(passes, when);
    if (!is_impossible({end.active, terms_.negation(passes)}, known_here()))
        set_unclear(Kind::race, s.line, "a trip of the loop may pass no barrier");
}

/// All threads of the block make the same trips. Three passes: the first trip up to its first barrier, which
/// belongs to the interval from before the loop; any trip, from its first barrier on; the next one up to its
/// first barrier.
void Execution::barrier_loop(const Statement& s, std::vector<HeadVariable>& plan, ThreadState& state) {
    if (!has_own_barrier(s)) refuse_leaving(s);
    const ThreadState entry = state;
    const bool did_separate = separates_, was_bounding = is_bounding_;

    separates_ = is_bounding_ = false;
    const FactNumber before = latest_;
    const Trip first = trip(s, entry);
    latest_ = before;  // they are of the first trip alone: in it, they may be later than what follows
    separates_ = did_separate;
    is_bounding_ = was_bounding;

    ThreadState head = head_of(s, plan, entry, trip_number(s));
    head.intervals.clear();
    if (may_leave(s)) head.active = terms_.both(head.active, both_stay());
    const Trip any = trip(s, head);
    if (separates_ && is_recording_) require_barrier(s, any.end);

    separates_ = is_bounding_ = false;
    const Trip next = trip(s, any.end);
    separates_ = did_separate;
    is_bounding_ = was_bounding;

    Term makes_none = terms_.positive(terms_.unknown("makes no trip", false, {0, 1}));
    // As after a loop without barriers: who comes here has left the loop.
    ThreadState none = first.left, some = merged(any.breaks, any.left, next.left);
    Term comes = may_leave(s) ? terms_.both(entry.active, both_stay()) : entry.active;
    none.active = terms_.both(comes, makes_none);
    some.active = terms_.both(comes, terms_.negation(makes_none));
    learn(none, first.left.active);
    learn(some, terms_.either(any.breaks, next.left.active));
    state = merged(makes_none, none, some);
    state.active = comes;
    state.version = ++versions_;
}

/// Threads that make common trips leave the kernel in the same one.
Term Execution::both_stay() {
    return terms_.positive(terms_.unknown("stays", false, {0, 1}));
}

}  // namespace musimd::prove
