#include "prove/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/walk.hpp"
#include "prove/query.hpp"
#include "prove/tree_facts.hpp"

// Statements.

namespace musimd::prove {

using dsl::Statement;

namespace {

constexpr std::array kKindsOfAllKernels = {Kind::race, Kind::barrier, Kind::bounds, Kind::assertion,
                                           Kind::arithmetic};

/// Of all lanes.
bool is_literal_mask(const dsl::Expression& e, const LaunchTerms& launch) {
    const std::uint64_t all = launch.warp_threads >= 64 ? ~0ull : (1ull << launch.warp_threads) - 1;
    if (e.kind == dsl::Expression::Kind::apply && e.function == dsl::Function::cvt)
        return is_literal_mask(*e.operands[0], launch);
    return e.kind == dsl::Expression::Kind::literal && e.bits == all;
}

}  // namespace

Execution::Execution(Terms& terms, Solver& solver, const dsl::cuda::KernelFunction& kernel,
                     const LaunchTerms& launch, Level level)
    : terms_(terms), solver_(solver), kernel_(kernel), launch_(launch), level_(level) {
    for (const dsl::cuda::SharedArray& array : kernel.shared) shared_.insert(array.buffer);
    for (const dsl::openmp::LocalArray& array : kernel.code.locals) locals_[array.buffer] = array.elements;
    written_ = buffers_written(kernel.code.body);
    if (kernel.code.memory) written_.erase(*kernel.code.memory);
    for (const auto& [variable, buffer] : kernel.code.addresses)
        addresses_[launch.variables.at(variable)] = buffer;
    find_counters();
    find_order();
    const auto look = [&](const Statement& s) {
        if (s.kind == Statement::Kind::atomic && (s.acquires || s.releases)) {
            has_fences_ = true;
            remembers_stores_ = false;
        }
        if (s.kind != Statement::Kind::instruction) return;
        const Opcode opcode = s.instruction.opcode;
        // Of warp functions, `__syncwarp` alone orders accesses.
        const bool is_silent = opcode == Opcode::exit || opcode == Opcode::popc || opcode == Opcode::clz ||
                               opcode == Opcode::activemask || is_collective(opcode) ||
                               opcode == Opcode::barrier;
        has_fences_ = has_fences_ || (!is_block_barrier(opcode) && !is_silent);
        const bool is_whole = opcode == Opcode::syncwarp && is_literal_mask(*s.operands[0], launch);
        has_partial_waits_ = has_partial_waits_ || (opcode == Opcode::syncwarp && !is_whole);
        remembers_stores_ =
            remembers_stores_ && opcode != Opcode::syncwarp && (is_block_barrier(opcode) || is_silent);
    };
    dsl::visit(kernel.code.body, look);
    element_ =
        launch.element != nullptr ? launch.element : terms.unknown("element", true, {0, Integer(1) << 60});
    narrow_ = terms.truth(true);
}

void Execution::execute() {
    ThreadState state{
        .values = launch_.variables, .active = terms_.truth(true), .intervals = {{0, terms_.truth(true)}}};
    for (const std::string& reason : launch_.unclear) {
        for (const Kind kind : kKinds) set_unclear(kind, {}, reason);
    }
    if (kernel_.code.heap) {
        for (const Kind kind : {Kind::race, Kind::bounds})
            set_unclear(kind, {}, "malloc on the device is not understood yet");
    }
    // What they launch may write to any array.
    if (!kernel_.launches.empty()) {
        for (const Kind kind : kKindsOfAllKernels)
            set_unclear(kind, {}, "launches on the device are not understood yet");
    }
    block(kernel_.code.body, state);
}

void Execution::block(const dsl::Block& block, ThreadState& state) {
    for (const Statement& s : block) {
        if (Terms::is_false(state.active)) return;
        statement(s, state);
    }
}

void Execution::statement(const Statement& s, ThreadState& state) {
    statement_begin_ = latest_;
    switch (s.kind) {
        case Statement::Kind::declare:
            state.values.erase(s.variable);
            if (s.value != nullptr) state.values[s.variable] = value(s.value, state);
            return;
        case Statement::Kind::set:
            state.values[s.variable] = value(s.value, state);
            return;
        case Statement::Kind::store:
            return store(s, state);
        case Statement::Kind::if_:
            return branch(s, state);
        case Statement::Kind::while_:
            return loop(s, state);
        case Statement::Kind::break_:
            if (breaks_.empty()) return not_understood(s, "a `break` outside of a loop");
            return leave(*breaks_.back(), state);
        case Statement::Kind::continue_:
            if (continues_.empty()) return not_understood(s, "a `continue` outside of a loop");
            return leave(*continues_.back(), state);
        case Statement::Kind::return_:
            if (returns_.empty()) {
                state.active = terms_.truth(false);
                return;
            }
            return leave(*returns_.back(), state);
        case Statement::Kind::call:
            return call(s, state);
        case Statement::Kind::check:
            return check(s, state);
        case Statement::Kind::atomic:
            return atomic(s, state);
        case Statement::Kind::instruction:
            return instruction(s, state);
        case Statement::Kind::simd:
        case Statement::Kind::array:
        case Statement::Kind::print:
        case Statement::Kind::parallel:
        case Statement::Kind::team:
            return not_understood(s, "a statement that is not of CUDA");
    }
}

void Execution::leave(std::vector<ThreadState>& to, ThreadState& state) {
    to.push_back(state);
    state.active = terms_.truth(false);
}

void Execution::not_understood(const Statement& s, const std::string& what) {
    if (level_ == Level::warp) set_unclear(Kind::collective, s.line, what + " is not understood yet");
    for (const Kind kind : kKindsOfAllKernels) set_unclear(kind, s.line, what + " is not understood yet");
}

void Execution::branch(const Statement& s, ThreadState& state) {
    Term condition = value(s.value, state);
    ThreadState then = state, otherwise = state;
    then.active = terms_.both(state.active, condition);
    otherwise.active = terms_.both(state.active, terms_.negation(condition));
    block(s.body, then);
    block(s.otherwise, otherwise);
    state = merged(condition, then, otherwise);
}

Term Execution::chosen(Term condition, Term a, Term b) {
    if (a == b) return a;
    if (Terms::is_condition(a) != Terms::is_condition(b)) return nullptr;
    if (!Terms::is_condition(a)) return terms_.choose(condition, a, b);
    return terms_.either(terms_.both(condition, a), terms_.both(terms_.negation(condition), b));
}

ThreadState Execution::merged(Term condition, const ThreadState& a, const ThreadState& b) {
    if (Terms::is_false(a.active)) return b;
    if (Terms::is_false(b.active)) return a;
    ThreadState result{.active = terms_.either(a.active, b.active), .version = a.version};
    for (const auto& [variable, term] : a.values) {
        const auto other = b.values.find(variable);
        if (other == b.values.end()) continue;
        if (Term both = chosen(condition, term, other->second)) result.values[variable] = both;
    }
    result.intervals = a.intervals;
    if (a.intervals != b.intervals) {
        result.intervals.clear();
        for (const auto& [id, when] : a.intervals)
            result.intervals.emplace_back(id, terms_.both(condition, when));
        for (const auto& [id, when] : b.intervals)
            result.intervals.emplace_back(id, terms_.both(terms_.negation(condition), when));
    }
    if (a.version != b.version) result.version = ++versions_;
    for (const auto& [buffer, stored] : a.stored) {
        const auto other = b.stored.find(buffer);
        if (other != b.stored.end() && other->second == stored) result.stored.emplace(buffer, stored);
    }
    result.dirty = a.dirty;
    result.dirty.insert(b.dirty.begin(), b.dirty.end());
    return result;
}

ThreadState Execution::joined(const std::vector<ThreadState>& states, ThreadState last) {
    for (const ThreadState& state : states) last = merged(state.active, state, last);
    return last;
}

void Execution::call(const Statement& s, ThreadState& state) {
    for (const auto& [variable, argument] : s.arguments) {
        Term given = value(argument, state);
        state.values[variable] = given;
    }
    std::vector<ThreadState> returns;
    returns_.push_back(&returns);
    auto loops_around = std::exchange(continues_, {});
    auto breaks_around = std::exchange(breaks_, {});
    block(s.body, state);
    continues_ = std::move(loops_around);
    breaks_ = std::move(breaks_around);
    returns_.pop_back();
    state = joined(returns, std::move(state));
    if (s.result != nullptr) {
        statement_begin_ = latest_;
        state.values[s.variable] = value(s.result, state);
    }
}

void Execution::store(const Statement& s, ThreadState& state) {
    Term index = s.index == nullptr ? element_ : value(s.index, state);
    index = terms_.sum(index, terms_.number(s.element.offset));
    Term stored = value(s.value, state);
    if (s.asynchronous) copy_asynchronously(s);
    record({.buffer = s.element.buffer,
            .index = index,
            .active = state.active,
            .intervals = state.intervals,
            .writes = true,
            .line = s.line,
            .known = known_here(),
            .value = stored});
    note_written(s.element.buffer, index, state);
    const bool is_plain = !s.asynchronous && !s.atomic && s.element.buffer != kernel_.code.memory;
    if (is_plain && !s.value->type.condition)
        state.stored[s.element.buffer] = {index, stored, s.value->type.type, stores_[s.element.buffer]};
}

/// It reads and writes until its thread waits for it, so that barriers do not divide it from other accesses.
void Execution::copy_asynchronously(const Statement& s) {
    const auto refuse = [&](dsl::BufferId buffer) {
        const std::string array = buffer == kernel_.code.memory ? "" : name_of(buffer);
        set_unclear(Kind::race, s.line, "an asynchronous copy is not understood yet", array);
    };
    refuse(s.element.buffer);
    dsl::visit_own(s, [&](const Expression& e) {
        if (e.kind == Expression::Kind::load) refuse(e.element.buffer);
    });
}

void Execution::check(const Statement& s, ThreadState& state) {
    Term holds = value(s.value, state);
    if (s.function.empty() && is_recording_ && is_accessing_ && is_bounding_)
        assertions.push_back({.violated = terms_.both(state.active, terms_.negation(holds)),
                              .line = s.line,
                              .known = known_here()});
    learn(state, holds);
}

void Execution::instruction(const Statement& s, ThreadState& state) {
    std::vector<Term> operands;
    for (const dsl::Expr& operand : s.operands) operands.push_back(value(operand, state));
    const Opcode opcode = s.instruction.opcode;
    if (opcode == Opcode::exit) {
        state.active = terms_.truth(false);
        return;
    }
    if (is_collective(opcode)) return collective(s, operands, state);
    if (is_barrier(opcode)) barrier(s, state);
    if (opcode == Opcode::everywhere || opcode == Opcode::end_everywhere)
        not_understood(s, "an `everywhere` block");
    if (opcode == Opcode::copy_async) not_understood(s, "an asynchronous copy");
    const bool is_common = opcode == Opcode::block_barrier_of && level_ != Level::grid;
    if (has_result(s))
        state.values[s.variable] =
            fresh(s.variable, fmt::format("what the function on line {} returns", s.line.line), !is_common);
}

bool Execution::is_barrier(Opcode opcode) const {
    return opcode == Opcode::barrier || (level_ != Level::grid && is_block_barrier(opcode));
}

void Execution::barrier(const Statement& s, ThreadState& state) {
    if (is_recording_ && separates_)
        meetings.push_back({.there = state.active,
                            .elsewhere = terms_.negation(state.active),
                            .line = s.line,
                            .known = known_here()});
    separate(state);
}

void Execution::separate(ThreadState& state) {
    ++separations_;
    state.intervals.clear();
    if (separates_) state.intervals.emplace_back(++intervals_, terms_.truth(true));
    state.dirty.clear();
    state.version = ++versions_;
}

Term Execution::fresh(dsl::VariableId variable, const std::string& cause, bool is_private) {
    const dsl::KernelVariable& declared = kernel_.code.variables[variable];
    return fresh(declared.type, declared.name, cause, is_private);
}

Term Execution::fresh(dsl::ValueType type, const std::string& name, const std::string& cause,
                      bool is_private) {
    Range range = type.condition ? Range{0, 1} : is_float(type.type) ? Range{} : range_of(type.type);
    Term result = terms_.unknown(name, is_private, std::move(range));
    causes_[result] = cause;
    return type.condition ? terms_.positive(result) : result;
}

// ---- what is known

void Execution::require(const ThreadState& state, Term fact, FactNumber from) {
    if (is_recording_ && is_accessing_ && is_bounding_ && !is_ideal_)
        assertions.push_back(
            {.violated = terms_.both(terms_.both(state.active, narrow_), terms_.negation(fact)),
             .line = operation_,
             .known = {statement_begin_, from, latest_},
             .kind = Kind::arithmetic});
    learn(state, fact);
}

void Execution::learn(const ThreadState& state, Term fact) {
    if (Terms::is_true(fact)) return;
    facts_.push_back({terms_.implies(terms_.both(state.active, narrow_), fact), latest_});
    latest_ = facts_.size() - 1;
}

std::vector<Term> Execution::facts_at(const Known& known) const {
    std::vector<Term> result = launch_.facts;
    for (FactNumber i = known.before; i != 0; i = facts_[i].previous) result.push_back(facts_[i].term);
    for (FactNumber i = known.to; i != 0 && i != known.from; i = facts_[i].previous)
        result.push_back(facts_[i].term);
    add_relations(result, reads_at(known));
    return result;
}

std::vector<Term> Execution::facts_of_both(const Known& of_first, const Known& of_second) const {
    std::vector<Term> result = facts_at(of_first);
    for (Term fact : facts_at(of_second)) result.push_back(terms_.second(fact));
    for (Term relation : relations_of_both(of_first, of_second)) result.push_back(relation);
    return result;
}

bool Execution::is_impossible(std::vector<Term> conditions, const Known& known) {
    for (Term condition : conditions) {
        if (Terms::is_false(condition)) return true;
    }
    for (Term fact : facts_at(known)) conditions.push_back(fact);
    const auto [at, is_new] = answers_.try_emplace(conditions, false);
    constexpr std::chrono::milliseconds kLimit(2000);
    if (is_new) at->second = ask(terms_, solver_, conditions, kLimit) == Solver::Answer::impossible;
    return at->second;
}

bool Execution::is_same_in_both(Term value, Term active) {
    Term other = terms_.second(value);
    if (value == other) return true;
    std::vector<Term> conditions = {active, terms_.second(active), terms_.differs(value, other)};
    for (Term fact : facts_of_both(known_here(), known_here())) conditions.push_back(fact);
    return is_impossible(std::move(conditions), known_here());
}

void Execution::set_unclear(Kind kind, dsl::SourcePoint line, const std::string& reason,
                            const std::string& array) {
    const auto is_same = [&](const Unclear& known) {
        return known.kind == kind && known.line.line == line.line && known.reason == reason &&
               known.array == array;
    };
    if (std::ranges::none_of(unclear, is_same)) unclear.push_back({kind, line, reason, array});
}

Term Execution::in_one_interval(const Intervals& own, const Intervals& others) const {
    Term result = terms_.truth(false);
    for (const auto& [id, when] : own) {
        for (const auto& [other, when_other] : others) {
            if (id == other) result = terms_.either(result, terms_.both(when, terms_.second(when_other)));
        }
    }
    return result;
}

std::string Execution::cause_of(const std::vector<Term>& terms) const {
    std::set<Term, ByNumber> seen;
    std::vector<Term> open = terms;
    std::string result;
    while (!open.empty()) {
        Term term = open.back();
        open.pop_back();
        if (!seen.insert(term).second) continue;
        if (const auto at = causes_.find(term);
            at != causes_.end() && result.find(at->second) == std::string::npos)
            result += (result.empty() ? "" : ", ") + at->second;
        open.insert(open.end(), term->args.begin(), term->args.end());
    }
    return result;
}

}  // namespace musimd::prove
