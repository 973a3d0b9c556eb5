#include "dsl/lowering/expressions.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "dsl/lowering/functions.hpp"
#include "dsl/walk.hpp"

namespace musimd::dsl {
namespace {

using Kind = Expression::Kind;

/// The expression of which this is a bitwise copy.
const Expr& copied(const Expr& e) {
    const Expr* at = &e;
    while ((*at)->kind == Kind::apply && is_copy(**at)) at = &(*at)->operands.front();
    return *at;
}

Operand literal_word(const Expression& e) {
    return Operand::constant(e.type.condition ? static_cast<Value>(e.bits)
                                              : word_of_pattern(e.bits, e.type.type));
}

/// The condition without its negations.
std::pair<const Expr&, bool> positive(const Expr& condition) {
    const Expr* at = &copied(condition);
    bool negated = false;
    while ((*at)->kind == Kind::apply && (*at)->function == Function::notl) {
        negated = !negated;
        at = &copied((*at)->operands.front());
    }
    return {*at, negated};
}

/// Whether C computes the operand only where operand 0 is false, or only where it is true; nothing:
/// everywhere.
std::optional<bool> arm(Function function, std::size_t operand) {
    switch (function) {
        case Function::andl:
        case Function::andnotl:
            return false;
        case Function::orl:
            return true;
        case Function::select:
            return operand == 2;
        default:
            return std::nullopt;
    }
}

bool is_computed(const Expression& e) {
    return e.kind == Kind::load || e.kind == Kind::apply;
}

}  // namespace

std::optional<Operand> Addresses::find(std::int64_t distance) const {
    if (distance == 0) return index_;
    const auto kept = kept_.find(distance);
    return kept == kept_.end() ? std::nullopt : std::optional(Operand::of(kept->second));
}

std::optional<Operand> Addresses::shared(BufferId buffer) const {
    const auto found = shared_.find(buffer);
    return found == shared_.end() ? std::nullopt : std::optional(Operand::shared(found->second));
}

std::optional<bool> constant_of(const Expr& condition) {
    const auto [plain, negated] = positive(condition);
    if (plain->kind != Kind::literal) return std::nullopt;
    return (plain->bits != 0) != negated;
}

// ---- interface for statements

Operand Expressions::value(const Expr& e) {
    count(e);
    return compute(e);
}

void Expressions::assign(Variable v, const Expr& e) {
    count(e);
    const Expr& from = copied(e);
    if (!is_computed(*from) || known_.contains(numbers_.of(*from))) return writer_.copy(v, compute(from));
    write(*from, v);
}

Test Expressions::condition(const Expr& e) {
    if (const auto constant = constant_of(e)) return {.constant = constant};
    const auto [plain, negated] = positive(e);
    return {.constant = std::nullopt, .variable = value(plain).variable, .negated = negated};
}

Operand Expressions::address(const ElementRef& element) {
    const std::int64_t distance = addresses_.distance(element);
    if (const auto kept = addresses_.find(distance)) return *kept;
    const Operand sum = temporary();
    writer_.binary(sum.variable, addresses_.index(), Operation::add, Operand::constant(distance));
    return sum;
}

Operand Expressions::address(const ElementRef& element, const Expr& index) {
    if (index == nullptr) return address(element);
    return address_of(value(index), element);
}

Operand Expressions::address_of(const Operand& index, const ElementRef& element) {
    const auto shared = addresses_.shared(element.buffer);
    const Operand origin = shared ? *shared : Operand::constant(addresses_.distance(element));
    if (origin == Operand::constant(0)) return index;
    if (shared && index == Operand::constant(0)) return origin;
    release(index);
    const Operand sum = temporary();
    writer_.binary(sum.variable, index, Operation::add, origin);
    return sum;
}

void Expressions::finish_statement() {
    numbers_.clear();
    uses_.clear();
    known_.clear();
    counted_.clear();
    for (Temporary& t : temporaries_) t.used = t.pinned = false;
}

void Expressions::load_in_active_lanes(const Expr& e) {
    std::vector<const Expression*> loads;
    std::set<const Expression*> seen;
    const std::function<void(const Expression&)> look = [&](const Expression& at) {
        if (!seen.insert(&at).second) return;
        if (at.kind == Kind::load && !at.unmasked) loads.push_back(&at);
        for (const Expr& operand : at.operands) look(*operand);
    };
    look(*e);
    if (loads.empty()) return;
    for (const Expression* at : loads) know(at, temporary());
    everywhere([&] {
        for (const Expression* at : loads)
            writer_.copy(known_.at(numbers_.of(*at)).variable, Operand::constant(0));
    });
    for (const Expression* at : loads) read_memory(*at, known_.at(numbers_.of(*at)).variable);
}

void Expressions::everywhere(const std::function<void()>& inside) {
    writer_.emit(Opcode::everywhere);
    const BranchTarget past = writer_.target("past");
    if (guard_) writer_.branch(Opcode::bz, *guard_, past);
    const bool outer = std::exchange(wakes, false);
    inside();
    wakes = outer;
    if (guard_) {
        writer_.bind(past);
        writer_.emit(Opcode::sync);
    }
    writer_.emit(Opcode::end_everywhere);
}

// ---- computing

// Returns an operand that is valid until it is released; a common subexpression, until the statement is
// finished.
Operand Expressions::compute(const Expr& e) {
    const Expr& from = copied(e);
    if (from->kind == Kind::literal) return literal_word(*from);
    if (from->kind == Kind::variable) return Operand::of(variables_[from->variable]);
    if (from->kind == Kind::element) return number_;
    if (const auto known = known_.find(numbers_.of(*from)); known != known_.end()) return known->second;
    const Operand result = write(*from, std::nullopt);
    if (uses_[numbers_.of(*from)] > 1) know(from.get(), result);
    return result;
}

// All lanes compute what C computes in some alone. What the others would compute must not trap there: there,
// a factor, an addend, or what is subtracted is 0.
Operand Expressions::compute_arm(const Expr& e, const Arm& arm) {
    bool overflows = false;
    if (signed_overflow_traps_)
        visit(e, [&](const Expression& part) {
            overflows = overflows || (part.kind == Kind::apply && may_overflow(part) && traps_on(part.line));
        });
    if (!overflows) return compute(e);
    const auto outside = known_;
    arms_.push_back(arm);
    const Operand result = compute(e);
    arms_.pop_back();
    known_ = outside;  // of what was computed here, other lanes have no value
    return result;
}

Instruction Expressions::zero_outside(const Arm& arm, const Operand& value, Type type) {
    const Operand zero = Operand::constant(0);
    return {.opcode = Opcode::typed,
            .typed_operation = TypedOperation::select,
            .type = type,
            .operands = {arm.test, arm.negated ? zero : value, arm.negated ? value : zero}};
}

Operand Expressions::write(const Expression& e, std::optional<Variable> destination) {
    return e.kind == Kind::load ? read_memory(e, destination) : apply(e, destination);
}

Operand Expressions::read_memory(const Expression& e, std::optional<Variable> destination) {
    writer_.set_line(e.line);
    const auto read_into = [&](std::optional<Variable> v) {
        const Operand at =
            e.operands.empty() ? address(e.element) : address_of(compute(e.operands.front()), e.element);
        release(at);
        const Operand result = v ? Operand::of(*v) : temporary();
        writer_.set_line(e.line);
        writer_.accesses(e.element.buffer);
        writer_.load(result.variable, at, e.atomic);
        return result;
    };
    if (!e.unmasked || !wakes) return read_into(destination);
    // Every lane reads, but only the active ones receive the value.
    Operand result;
    everywhere([&] { result = read_into(std::nullopt); });
    if (!destination) return result;
    writer_.copy(*destination, result);
    release(result);
    return Operand::of(*destination);
}

Operand Expressions::apply(const Expression& e, std::optional<Variable> destination) {
    std::array<Operand, 3> operands{};
    std::vector<Operand> held;
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
        const std::optional<bool> negated = i == 0 ? std::nullopt : arm(e.function, i);
        held.push_back(operands[i] = negated ? compute_arm(e.operands[i], {operands[0], *negated})
                                             : compute(e.operands[i]));
    }
    writer_.set_line(e.line);
    const auto step = [&](Instruction instruction) {
        held.push_back(temporary());
        instruction.destination = held.back().variable;
        writer_.emit(instruction);
        return held.back();
    };
    const bool is_checked = may_overflow(e) && traps_on(e.line);
    if (is_checked) {
        Operand& one = operands[e.function == Function::sub ? 1 : 0];
        for (const Arm& arm : arms_) one = step(zero_outside(arm, one, e.type.type));
    }
    Instruction last = is_checked ? checked_instruction_of(e, operands, writer_.machine().word)
                       : is_shift(e) && wraps_on(e.line) ? clamped_instruction_of(e, operands, step)
                                                         : instruction_of(e, operands, step);
    std::ranges::for_each(held, [this](const Operand& o) { release(o); });
    const Operand result = destination ? Operand::of(*destination) : temporary();
    last.destination = result.variable;
    writer_.emit(last);
    return result;
}

void Expressions::count(const Expr& e) {
    if (std::ranges::find(counted_, e) != counted_.end()) return;
    counted_.push_back(e);
    count_uses(e);
}

void Expressions::count_uses(const Expr& e) {
    const Expr& from = copied(e);
    if (!is_computed(*from) || ++uses_[numbers_.of(*from)] > 1) return;
    for (const Expr& operand : from->operands) count_uses(operand);
}

// ---- temporary variables

void Expressions::know(const Expression* e, const Operand& result) {
    known_.emplace(numbers_.of(*e), result);
    std::ranges::find(temporaries_, result.variable, &Temporary::variable)->pinned = true;
}

Operand Expressions::temporary() {
    auto free = std::ranges::find(temporaries_, false, &Temporary::used);
    if (free == temporaries_.end()) {
        temporaries_.push_back({writer_.variable(kTemporaryName)});
        free = std::prev(temporaries_.end());
    }
    free->used = true;
    return Operand::of(free->variable);
}

void Expressions::release(const Operand& o) {
    if (o.kind != Operand::Kind::variable) return;
    for (Temporary& t : temporaries_) {
        if (t.variable == o.variable && !t.pinned) t.used = false;
    }
}

}  // namespace musimd::dsl
