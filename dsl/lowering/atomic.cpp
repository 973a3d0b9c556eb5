#include "dsl/lowering/atomic.hpp"

#include <utility>

#include "dsl/lowering/functions.hpp"
#include "dsl/lowering/kernel_lowering.hpp"

// Atomic accesses: one instruction where there is one, otherwise a loop of `fetch_cas`.

namespace musimd::dsl {
namespace {

bool mentions_variable(const Expr& e, VariableId v) {
    Statement only_value;
    only_value.value = e;
    return mentions(only_value, v);
}

bool is_converted(const Expr& e) {
    return e->kind == Expression::Kind::apply && e->function == Function::cvt;
}

/// The operations for which the low bits of the result follow from those of the operands.
bool is_modular(Function function) {
    switch (function) {
        case Function::add:
        case Function::sub:
        case Function::andb:
        case Function::orb:
        case Function::xorb:
            return true;
        default:
            return false;
    }
}

std::optional<FetchOperation> fetch_operation(Function function) {
    switch (function) {
        case Function::add:
            return FetchOperation::add;
        case Function::sub:
            return FetchOperation::sub;
        case Function::min:
            return FetchOperation::min;
        case Function::max:
            return FetchOperation::max;
        case Function::andb:
            return FetchOperation::and_;
        case Function::orb:
            return FetchOperation::or_;
        case Function::xorb:
            return FetchOperation::xor_;
        default:
            return std::nullopt;
    }
}

/// What is computed: without the conversions of a narrow integer to a wider one and back.
const Expr& computed(const Expr& value, Type element) {
    const bool narrow = !is_float(element) && is_converted(value);
    if (!narrow) return value;
    const Expr& wide = value->operands.front();
    const bool integers =
        wide->kind == Expression::Kind::apply && !is_float(wide->type.type) && !wide->type.condition;
    return integers && is_modular(wide->function) && width_of(wide->type.type) >= width_of(element) ? wide
                                                                                                    : value;
}

/// A word that no pattern of the type is; of 64 bits, a NaN that nobody computes.
Value unlikely_word(Type type) {
    return width_of(type) < 64 ? Value{1} << 40 : Value{0x7ff4'5a17'0bad'5eed};
}

}  // namespace

std::optional<AtomicUpdate> as_exchange_if_equal(const Statement& s, Type element) {
    const Expr& e = s.value;
    const auto is_apply = [](const Expr& of, Function function) {
        return of->kind == Expression::Kind::apply && of->function == function;
    };
    const auto is_old = [&](const Expr& of) {
        return of->kind == Expression::Kind::variable && of->variable == s.variable;
    };
    if (is_float(element) || !is_apply(e, Function::select) || !is_old(e->operands[2])) return std::nullopt;
    const Expr& test = e->operands[0];
    const Expr& next = e->operands[1];
    if (!is_apply(test, Function::eq) || !is_old(test->operands[0])) return std::nullopt;
    const Expr& expected = test->operands[1];
    if (mentions_variable(expected, s.variable) || mentions_variable(next, s.variable)) return std::nullopt;
    if (expected->type != ValueType::number(element) || next->type != expected->type) return std::nullopt;
    return AtomicUpdate{FetchOperation::cas, next, nullptr, expected};
}

std::optional<AtomicUpdate> as_one_instruction(const Statement& s, Type element) {
    if (s.value == nullptr) return std::nullopt;
    if (!mentions_variable(s.value, s.variable)) return AtomicUpdate{FetchOperation::exch, s.value, nullptr};
    const Expr& whole = computed(s.value, element);
    if (whole->kind != Expression::Kind::apply || whole->operands.size() != 2) return std::nullopt;
    const auto is_old = [&](const Expr& e) {
        const Expr& plain = whole != s.value && is_converted(e) ? e->operands.front() : e;
        return plain->kind == Expression::Kind::variable && plain->variable == s.variable;
    };
    const bool first = is_old(whole->operands[0]);
    const Expr& other = whole->operands[first ? 1 : 0];
    const bool second = is_old(whole->operands[1]);
    const auto operation = fetch_operation(whole->function);
    const bool ordered = whole->function == Function::sub;
    if (!operation || first == second || (ordered && !first) || mentions_variable(other, s.variable) ||
        !has_type(*operation, element))
        return std::nullopt;
    return AtomicUpdate{*operation, other, may_overflow(*whole) ? whole : nullptr};
}

void KernelLowering::atomic(const Statement& s) {
    if (!s.acquires && !s.releases) return access(s);
    const AtomicMarks marks{writer_.target("access"), writer_.target("accessed"), s.acquires, s.releases};
    writer_.bind(marks.begin);
    access(s);
    writer_.bind(marks.end);
    atomics_.push_back(marks);
}

void KernelLowering::access(const Statement& s) {
    const Type type = kernel_.variables[s.variable].type.type;
    const bool in_blocks = launch_.blocks.has_value() && s.value != nullptr;
    if (const auto update = in_blocks ? as_exchange_if_equal(s, type) : std::nullopt)
        return fetch(s, *update);
    if (const auto update = as_one_instruction(s, type)) return fetch(s, *update);
    if (s.value != nullptr) return exchange_until_unchanged(s);
    const Operand old = Operand::of(expressions_.variable(s.variable));
    const Operand address = expressions_.address(s.element, s.index);
    writer_.accesses(s.element.buffer);
    read_atomically(old, address, s);
}

void KernelLowering::emit_fetch(FetchOperation operation, std::optional<Type> type, Scope scope,
                                const Operand& to, const std::array<Operand, 3>& operands) {
    Instruction i{.opcode = type ? Opcode::typed_fetch : Opcode::fetch,
                  .fetch_operation = operation,
                  .scope = scope,
                  .destination = to.variable,
                  .operands = operands};
    if (type) i.type = *type;
    writer_.emit(i);
}

// A sum of words that is too large traps by itself. That of narrower numbers is modulo their width, and
// computed once more to trap.
void KernelLowering::fetch(const Statement& s, const AtomicUpdate& update) {
    const Type type = kernel_.variables[s.variable].type.type;
    const Operand old = Operand::of(expressions_.variable(s.variable));
    const Operand operand = expressions_.value(update.operand);
    const std::optional<Operand> expected =
        update.expected == nullptr ? std::nullopt : std::optional(expressions_.value(update.expected));
    const Operand address = expressions_.address(s.element, s.index);
    writer_.set_line(s.line);
    if (expected) {
        writer_.accesses(s.element.buffer);
        return emit_fetch(update.operation, std::nullopt, s.scope, old, {address, *expected, operand});
    }
    const bool traps = update.sum != nullptr && expressions_.traps_on(s.line);
    const bool whole_word = width_of(type) == writer_.machine().word.width;
    const bool untyped = update.operation == FetchOperation::exch || (traps && whole_word);
    writer_.accesses(s.element.buffer);
    emit_fetch(update.operation, untyped ? std::nullopt : std::optional(type), s.scope, old,
               {address, operand});
    if (traps && !whole_word) expressions_.value(update.sum);
}

// Lanes whose element another one has changed in the meantime try again with its new value; the others wait.
void KernelLowering::exchange_until_unchanged(const Statement& s) {
    const Operand old = Operand::of(expressions_.variable(s.variable));
    const Variable changed = writer_.variable("changed");
    const Variable found = writer_.variable("found");
    const BranchTarget again = writer_.target("again");
    const BranchTarget done = writer_.target("done");
    const Operand address = expressions_.address(s.element, s.index);
    writer_.set_line(s.line);
    writer_.accesses(s.element.buffer);
    read_atomically(old, address, s);
    writer_.copy(changed, Operand::constant(1));
    writer_.bind(again);
    writer_.branch(Opcode::bz, changed, done);
    const Operand value = expressions_.value(s.value);
    writer_.set_line(s.line);
    writer_.accesses(s.element.buffer);
    emit_fetch(FetchOperation::cas, std::nullopt, s.scope, Operand::of(found), {address, old, value});
    writer_.binary(changed, Operand::of(found), Operation::ne, old);
    writer_.copy(old.variable, Operand::of(found));
    writer_.jump(again);
    writer_.bind(done);
    writer_.emit(Opcode::sync);
}

// In blocks by an atomic load, which compiled code lacks; elsewhere by a `fetch_cas` that fails, and only
// reads.
void KernelLowering::read_atomically(const Operand& to, const Operand& address, const Statement& s) {
    if (launch_.blocks) return emit_fetch(FetchOperation::load, std::nullopt, s.scope, to, {address});
    const Operand never = Operand::constant(unlikely_word(kernel_.variables[s.variable].type.type));
    emit_fetch(FetchOperation::cas, std::nullopt, s.scope, to, {address, never, never});
}

}  // namespace musimd::dsl
