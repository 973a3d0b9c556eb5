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

bool is_exit(const Statement& s) {
    return s.kind == Statement::Kind::instruction && s.instruction.opcode == Opcode::exit;
}

}  // namespace

void visit(const Block& block, const std::function<void(const Statement&)>& statement,
           const OnExpression& expression) {
    for (const Statement& s : block) {
        if (statement) statement(s);
        if (expression) visit_expressions(s, expression);
        for (const Block* const part : {&s.head, &s.step, &s.body, &s.otherwise})
            visit(*part, statement, expression);
    }
}

bool has_result(const Statement& statement) {
    constexpr std::array kWithout = {Opcode::exit,       Opcode::block_barrier, Opcode::fence,
                                     Opcode::syncwarp,   Opcode::barrier,       Opcode::copy_async,
                                     Opcode::async_wait, Opcode::async_commit};
    return std::ranges::find(kWithout, statement.instruction.opcode) == kWithout.end();
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

bool has_block_barrier(const Block& block) {
    bool found = false;
    visit(block,
          [&](const Statement& s) {
              if (s.kind == Statement::Kind::instruction && is_block_barrier(s.instruction.opcode))
                  found = true;
          },
          {});
    return found;
}

bool may_leave(const Block& block, bool in_call) {
    const auto leaves = [&](const Statement& s) {
        if ((s.kind == Statement::Kind::return_ && !in_call) || is_exit(s)) return true;
        const bool is_in_call = in_call || s.kind == Statement::Kind::call;
        for (const Block* const part : {&s.head, &s.step, &s.body, &s.otherwise}) {
            if (may_leave(*part, is_in_call)) return true;
        }
        return false;
    };
    return std::ranges::any_of(block, leaves);
}

bool has_break(const Block& block) {
    return std::ranges::any_of(block, [](const Statement& s) {
        if (s.kind == Statement::Kind::break_) return true;
        if (s.kind == Statement::Kind::while_) return false;
        return has_break(s.body) || has_break(s.otherwise);
    });
}

}  // namespace musimd::prove
