#include <fmt/format.h>

#include <algorithm>

#include "dsl/walk.hpp"
#include "prove/execution.hpp"
#include "prove/tree_facts.hpp"

// Atomic accesses. If all atomics that write to an array add to it, what the additions return are tickets: of
// two additions to one element, the numbers from the ticket on, as many as are added, are not the same.

namespace musimd::prove {

using dsl::Expression;
using dsl::Function;
using dsl::Statement;

namespace {

bool reads(const dsl::Expr& e, dsl::VariableId variable) {
    if (e->kind == Expression::Kind::variable && e->variable == variable) return true;
    return std::ranges::any_of(e->operands, [&](const dsl::Expr& part) { return reads(part, variable); });
}

/// `atomicCAS`.
bool compares(const Statement& s) {
    if (s.kind != Statement::Kind::atomic || s.value == nullptr) return false;
    return s.value->kind == Expression::Kind::apply && s.value->function == Function::select &&
           s.value->operands[0]->function == Function::eq;
}

/// `atomicExch`.
bool exchanges(const Statement& s) {
    return s.kind == Statement::Kind::atomic && s.value != nullptr && !reads(s.value, s.variable);
}

/// Of an atomic that becomes `old + e`: e; else null.
dsl::Expr added_by(const Statement& s) {
    const dsl::Expr& value = s.value;
    if (value == nullptr || value->kind != Expression::Kind::apply || value->function != Function::add)
        return nullptr;
    const auto is_old = [&](const dsl::Expr& e) {
        return e->kind == Expression::Kind::variable && e->variable == s.variable;
    };
    const bool is_first = is_old(value->operands[0]);
    if (is_first == is_old(value->operands[1]) || is_float(value->type.type)) return nullptr;
    const dsl::Expr& other = value->operands[is_first ? 1 : 0];
    return reads(other, s.variable) ? nullptr : other;
}

}  // namespace

void Execution::find_counters() {
    // An array may also be written by pointers into several.
    if (kernel_.code.memory && buffers_written(kernel_.code.body).contains(*kernel_.code.memory)) return;
    counters_ = written_;
    for (const auto& [buffer, elements] : locals_) counters_.erase(buffer);
    dsl::visit(kernel_.code.body, [&](const Statement& s) {
        if (s.kind == Statement::Kind::store && s.atomic) counters_.erase(s.element.buffer);
        if (s.kind == Statement::Kind::store) stored_.insert(s.element.buffer);
        if (s.kind != Statement::Kind::atomic || s.value == nullptr) return;
        const bool is_other_type = s.value->type.type != kernel_.code.buffers[s.element.buffer].element;
        if (is_other_type || added_by(s) == nullptr) counters_.erase(s.element.buffer);
    });
}

/// What may order accesses, and is not understood.
void Execution::find_order() {
    dsl::visit(kernel_.code.body, [&](const Statement& s) {
        const bool is_fence = s.kind == Statement::Kind::instruction && s.instruction.opcode == Opcode::fence;
        if (is_fence && order_.empty())
            order_ = fmt::format("what the fence on line {} orders is not understood yet", s.line.line);
    });
    dsl::visit(kernel_.code.body, [&](const Statement& s) {
        if (s.kind != Statement::Kind::while_) return;
        const auto look = [&](const Statement& inner) {
            if (compares(inner) || exchanges(inner))
                order_ =
                    fmt::format("a lock: what the loop of atomics on line {} orders is not understood yet",
                                inner.line.line);
        };
        dsl::visit(s.head, look);
        dsl::visit(s.body, look);
    });
}

void Execution::atomic(const Statement& s, ThreadState& state) {
    Term index = s.index == nullptr ? element_ : value(s.index, state);
    index = terms_.sum(index, terms_.number(s.element.offset));
    const std::string array = name_of(s.element.buffer);
    Term old = fresh(s.variable, fmt::format("what an atomic on {} returns on line {}", array, s.line.line));
    state.values[s.variable] = old;
    if (s.value != nullptr) {
        is_wrapping_ = true;
        if (const dsl::Expr added = added_by(s); added != nullptr && counters_.contains(s.element.buffer))
            draw(s, index, old, value(added, state), state);
        else
            value(s.value, state);
        is_wrapping_ = false;
    }
    record({.buffer = s.element.buffer,
            .index = index,
            .active = state.active,
            .intervals = state.intervals,
            .writes = true,
            .is_atomic = level_ != Level::grid || s.scope != Scope::block,
            .line = s.line,
            .known = known_here()});
    note_written(s.element.buffer, index, state);
}

void Execution::draw(const Statement& s, Term index, Term old, Term added, const ThreadState& state) {
    if (!is_recording_) return;
    const dsl::BufferId buffer = s.element.buffer;
    if (!is_impossible({state.active, terms_.less(added, terms_.number(0))}, known_here())) {
        counters_.erase(buffer);
        return;
    }
    tickets_.push_back({.buffer = buffer,
                        .index = index,
                        .active = state.active,
                        .intervals = state.intervals,
                        .number = old,
                        .added = added,
                        .values = Integer(1) << width_of(s.value->type.type),
                        .is_repeated = loops_ != 0,
                        .is_of_block = s.scope == Scope::block});
}

/// The two threads are in different blocks if `are_apart`.
std::vector<Term> Execution::facts_of_tickets(const std::vector<Term>& conditions, bool are_apart,
                                              std::set<dsl::BufferId>& used) const {
    std::set<Term, ByNumber> seen;
    std::vector<Term> open = conditions;
    while (!open.empty()) {
        Term term = open.back();
        open.pop_back();
        if (seen.insert(term).second) open.insert(open.end(), term->args.begin(), term->args.end());
    }
    std::vector<Term> facts;
    for (const Ticket& a : tickets_) {
        if (!counters_.contains(a.buffer) || !seen.contains(a.number)) continue;
        if (are_apart && (is_shared(a.buffer) || a.is_of_block)) continue;
        if (stored_.contains(a.buffer) && (are_apart || has_fences_)) continue;
        for (const Ticket& b : tickets_) {
            if (a.buffer != b.buffer || !seen.contains(terms_.second(b.number))) continue;
            if (are_apart && b.is_of_block) continue;
            facts.push_back(fact_of_tickets(a, b));
            used.insert(a.buffer);
        }
    }
    return facts;
}

/// Let all that is added to the element be at most N, the number of values of its type. Where the first that
/// draws has p, a number that does not wrap, the second has q with p + added <= q <= p + N - added by the
/// second. Values are p and q, but for multiples of N: they differ by q - p or by q - p - N.
Term Execution::fact_of_tickets(const Ticket& a, const Ticket& b) const {
    Term number = terms_.second(b.number), added = terms_.second(b.added);
    Term after_a = terms_.sum(a.number, a.added), after_b = terms_.sum(number, added);
    Term is_before = terms_.at_most(after_a, number), is_after = terms_.at_most(after_b, a.number);
    Term all = terms_.number(a.values);
    Term are_near = terms_.both(terms_.at_most(after_a, terms_.sum(number, all)),
                                terms_.at_most(after_b, terms_.sum(a.number, all)));
    Term are_drawn = terms_.both(terms_.both(a.active, terms_.second(b.active)),
                                 terms_.equal(a.index, terms_.second(b.index)));
    // A plain store between the two would be a race with one of them, unless there is a barrier between them.
    if (stored_.contains(a.buffer))
        are_drawn = terms_.both(are_drawn, in_one_interval(a.intervals, b.intervals));
    return terms_.implies(are_drawn, terms_.both(terms_.either(is_before, is_after), are_near));
}

/// What must be assumed so that a counter has no value twice; nothing: it follows from the number of threads.
std::string Execution::limit_of_counter(dsl::BufferId buffer) const {
    Integer sum = 0;
    bool is_known = true;
    const Ticket* any = nullptr;
    for (const Ticket& ticket : tickets_) {
        if (ticket.buffer != buffer) continue;
        any = &ticket;
        is_known = is_known && !ticket.is_repeated && Terms::is_number(ticket.added);
        sum += is_known ? ticket.added->value : 0;
    }
    const auto is_one = [](Term size) { return Terms::is_number(size) && size->value == 1; };
    const bool has_one_dimension = is_one(launch_.threads[1]) && is_one(launch_.threads[2]) &&
                                   is_one(launch_.blocks[1]) && is_one(launch_.blocks[2]);
    is_known = is_known && (has_one_dimension || is_shared(buffer));
    const Integer threads = is_shared(buffer) ? 1024 : 2147483647;
    if (any == nullptr || (is_known && sum * threads <= any->values)) return "";
    return fmt::format("at most {} is added to {} in all", any->values.str(), name_of(buffer));
}

}  // namespace musimd::prove
