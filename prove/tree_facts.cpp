#include "prove/tree_facts.hpp"

#include <algorithm>
#include <array>

namespace musimd::prove {
namespace {

using dsl::Block;
using dsl::Expression;
using dsl::Statement;

using OnExpression = std::function<void(const Expression&)>;

void visit_expression(const dsl::Expr& e, const OnExpression& expression) {
    if (e == nullptr) return;
    expression(*e);
    for (const dsl::Expr& operand : e->operands) visit_expression(operand, expression);
}

void visit_expressions(const Statement& s, const OnExpression& expression) {
    for (const dsl::Expr& e : {s.value, s.index, s.result}) visit_expression(e, expression);
    for (const auto& [variable, argument] : s.arguments) visit_expression(argument, expression);
    for (const dsl::Expr& e : s.operands) visit_expression(e, expression);
}

std::array<const Block*, 4> parts_of(const Statement& s) {
    return {&s.head, &s.step, &s.body, &s.otherwise};
}

bool leaves(const Statement& s, bool in_call) {
    if (s.kind == Statement::Kind::return_ && !in_call) return true;
    if (s.kind == Statement::Kind::instruction && s.instruction.opcode == Opcode::exit) return true;
    const bool is_in_call = in_call || s.kind == Statement::Kind::call;
    return std::ranges::any_of(parts_of(s), [&](const Block* part) {
        return std::ranges::any_of(*part, [&](const Statement& inner) { return leaves(inner, is_in_call); });
    });
}

/// Whether there is a `break` of the loop that the block is in.
bool breaks(const Block* block) {
    return std::ranges::any_of(*block, [](const Statement& s) {
        if (s.kind == Statement::Kind::break_) return true;
        return s.kind != Statement::Kind::while_ && (breaks(&s.body) || breaks(&s.otherwise));
    });
}

}  // namespace

void visit(const Block& block, const std::function<void(const Statement&)>& statement,
           const OnExpression& expression) {
    for (const Statement& s : block) {
        if (statement) statement(s);
        if (expression) visit_expressions(s, expression);
        for (const Block* const part : parts_of(s)) visit(*part, statement, expression);
    }
}

bool has_result(const Statement& statement) {
    return has_destination(info(statement.instruction.opcode).format);
}

std::set<dsl::VariableId> variables_read(const Block& block) {
    std::set<dsl::VariableId> result;
    visit(block, {}, [&](const Expression& e) {
        if (e.kind == Expression::Kind::variable) result.insert(e.variable);
    });
    return result;
}

std::set<dsl::VariableId> variables_changed(const Statement& statement) {
    std::set<dsl::VariableId> result;
    const auto on_statement = [&](const Statement& s) {
        using Kind = Statement::Kind;
        const bool sets = s.kind == Kind::declare || s.kind == Kind::set || s.kind == Kind::atomic ||
                          (s.kind == Kind::call && s.result != nullptr) || s.kind == Kind::simd ||
                          (s.kind == Kind::instruction && has_result(s));
        if (sets) result.insert(s.variable);
        for (const auto& [variable, argument] : s.arguments) result.insert(variable);
    };
    for (const Block* const part : {&statement.head, &statement.step, &statement.body})
        visit(*part, on_statement, {});
    return result;
}

std::set<dsl::BufferId> buffers_written(const Block& block) {
    std::set<dsl::BufferId> result;
    const auto on_statement = [&](const Statement& s) {
        const bool writes = s.kind == Statement::Kind::store || s.kind == Statement::Kind::atomic ||
                            s.kind == Statement::Kind::array;
        if (writes) result.insert(s.element.buffer);
    };
    visit(block, on_statement, {});
    return result;
}

bool has_block_barrier(const Statement& loop) {
    bool found = false;
    const auto on_statement = [&](const Statement& s) {
        if (s.kind == Statement::Kind::instruction && is_block_barrier(s.instruction.opcode)) found = true;
    };
    for (const Block* const part : parts_of(loop)) visit(*part, on_statement, {});
    return found;
}

bool may_leave(const Statement& loop) {
    return leaves(loop, false);
}

bool has_break(const Statement& loop) {
    return std::ranges::any_of(parts_of(loop), breaks);
}

}  // namespace musimd::prove
