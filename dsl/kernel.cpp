#include "dsl/kernel.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace musimd::dsl {
namespace {

ValueType type_of_result(Function function, const std::vector<Expr>& operands) {
    const FunctionInfo& row = info(function);
    assert(row.result != 't' && row.operands.size() == operands.size());
    if (row.result == 'l') return ValueType::of_condition();
    return operands[row.result == 'b' ? 1 : 0]->type;
}

Expr make(Expression result) {
    return std::make_shared<const Expression>(std::move(result));
}

bool same_or_both_null(const Expr& a, const Expr& b) {
    return a == nullptr || b == nullptr ? a == b : same(a, b);
}

}  // namespace

std::string_view to_string(TeamAct act) {
    static constexpr std::string_view kNames[] = {
        "barrier",     "fence",      "independent", "iteration",  "done",         "joined",     "combine",
        "combined",    "stuck",      "depend_in",   "depend_out", "depend_mutex", "depend_set", "depend_all",
        "task",        "undeferred", "final_task",  "detached",   "fulfilled",    "task_end",   "task_wait",
        "depend_wait", "group",      "group_end",   "object",     "automatic",    "scope",      "scope_end"};
    return kNames[static_cast<std::size_t>(act)];
}

bool same(const Expr& a, const Expr& b) {
    if (a == b) return true;
    return a->kind == b->kind && a->type == b->type && a->bits == b->bits && a->scalar == b->scalar &&
           a->variable == b->variable && a->element == b->element && a->unmasked == b->unmasked &&
           a->atomic == b->atomic && a->function == b->function && a->infix == b->infix &&
           std::ranges::equal(a->operands, b->operands,
                              [](const Expr& x, const Expr& y) { return same(x, y); });
}

bool same(const Statement& a, const Statement& b) {
    const auto same_argument = [](const auto& x, const auto& y) {
        return x.first == y.first && same(x.second, y.second);
    };
    return a.kind == b.kind && a.variable == b.variable && same_or_both_null(a.value, b.value) &&
           a.element == b.element && same_or_both_null(a.index, b.index) && a.unmasked == b.unmasked &&
           same(a.head, b.head) && same(a.step, b.step) && same(a.body, b.body) &&
           same(a.otherwise, b.otherwise) && a.function == b.function && a.in_place == b.in_place &&
           std::ranges::equal(a.arguments, b.arguments, same_argument) &&
           same_or_both_null(a.result, b.result) && a.width == b.width && a.zeros == b.zeros &&
           a.is_new == b.is_new && a.reductions == b.reductions && a.safelen == b.safelen &&
           a.last_values == b.last_values && a.threads == b.threads && a.teams == b.teams && a.act == b.act &&
           a.acquires == b.acquires && a.releases == b.releases && a.scope == b.scope &&
           a.atomic == b.atomic && a.asynchronous == b.asynchronous && a.instruction == b.instruction &&
           std::ranges::equal(a.operands, b.operands,
                              [](const Expr& x, const Expr& y) { return same(x, y); });
}

bool same(const Block& a, const Block& b) {
    return std::ranges::equal(a, b, [](const Statement& x, const Statement& y) { return same(x, y); });
}

bool same(const Kernel& a, const Kernel& b) {
    const auto same_buffer = [](const KernelBuffer& x, const KernelBuffer& y) {
        return x.name == y.name && x.element == y.element;
    };
    const auto same_scalar = [](const KernelScalar& x, const KernelScalar& y) {
        return x.name == y.name && x.type == y.type && x.bits == y.bits;
    };
    const auto same_variable = [](const KernelVariable& x, const KernelVariable& y) {
        return x.name == y.name && x.type == y.type;
    };
    return a.name == b.name && a.bits == b.bits && std::ranges::equal(a.buffers, b.buffers, same_buffer) &&
           std::ranges::equal(a.scalars, b.scalars, same_scalar) &&
           std::ranges::equal(a.variables, b.variables, same_variable) && same(a.body, b.body);
}

Expr literal(Type type, std::uint64_t bits, SourcePoint line) {
    return make({.type = ValueType::number(type),
                 .bits = pattern_of_word(static_cast<Value>(bits), type),
                 .line = line});
}

Expr literal(bool condition, SourcePoint line) {
    return make({.type = ValueType::of_condition(), .bits = std::uint64_t{condition}, .line = line});
}

Expr uniform(ScalarId id, const KernelScalar& scalar) {
    return make({.type = ValueType::number(scalar.type), .bits = scalar.bits, .scalar = id});
}

Expr read(VariableId variable, ValueType type, SourcePoint line) {
    return make({.kind = Expression::Kind::variable, .type = type, .variable = variable, .line = line});
}

Expr load(ElementRef element, Type type, bool unmasked, SourcePoint line) {
    return make({.kind = Expression::Kind::load,
                 .type = ValueType::number(type),
                 .element = element,
                 .unmasked = unmasked,
                 .line = line});
}

Expr load(BufferId buffer, Expr index, Type type, SourcePoint line, std::optional<Scope> atomic) {
    return make({.kind = Expression::Kind::load,
                 .type = ValueType::number(type),
                 .element = {.buffer = buffer, .offset = 0},
                 .atomic = atomic,
                 .operands = {std::move(index)},
                 .line = line});
}

Expr element_number(SourcePoint line) {
    return make({.kind = Expression::Kind::element, .type = ValueType::number(Type::i64), .line = line});
}

Expr apply(Function function, std::vector<Expr> operands, bool infix, SourcePoint line) {
    return make({.kind = Expression::Kind::apply,
                 .type = type_of_result(function, operands),
                 .function = function,
                 .infix = infix,
                 .operands = std::move(operands),
                 .line = line});
}

Expr apply(Function function, Type to, std::vector<Expr> operands, SourcePoint line) {
    assert(info(function).result == 't' && operands.size() == 1);
    return make({.kind = Expression::Kind::apply,
                 .type = ValueType::number(to),
                 .function = function,
                 .operands = std::move(operands),
                 .line = line});
}

Statement statement_of(Statement::Kind kind, VariableId variable, Expr value, SourcePoint line) {
    Statement result;
    result.kind = kind;
    result.variable = variable;
    result.value = std::move(value);
    result.line = line;
    return result;
}

}  // namespace musimd::dsl
