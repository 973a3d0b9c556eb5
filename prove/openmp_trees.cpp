#include "prove/openmp_trees.hpp"

#include "dsl/trees.hpp"
#include "dsl/walk.hpp"

namespace musimd::prove {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::Statement;

Expr with_element(const Expr& e, const Expr& element) {
    if (e == nullptr) return e;
    if (e->kind == Expression::Kind::element) return element;
    Expression copy = *e;
    bool is_changed = false;
    for (Expr& operand : copy.operands) {
        Expr other = with_element(operand, element);
        is_changed = is_changed || other != operand;
        operand = std::move(other);
    }
    // An access without an index is one of the iteration's element.
    if (copy.kind == Expression::Kind::load && copy.operands.empty()) {
        copy.operands.push_back(element);
        is_changed = true;
    }
    return is_changed ? std::make_shared<const Expression>(std::move(copy)) : e;
}

Block with_element(const Block& block, const Expr& element) {
    Block result = block;
    for (Statement& s : result) {
        s.value = with_element(s.value, element);
        s.result = with_element(s.result, element);
        const bool has_element = s.kind == Statement::Kind::store || s.kind == Statement::Kind::atomic;
        s.index = has_element && s.index == nullptr ? element : with_element(s.index, element);
        for (auto& [variable, argument] : s.arguments) argument = with_element(argument, element);
        for (Expr& operand : s.operands) operand = with_element(operand, element);
        for (Block* const part : dsl::blocks(s)) *part = with_element(*part, element);
    }
    return result;
}

namespace {

/// Without a value: not known.
Statement forgotten(dsl::VariableId variable, dsl::SourcePoint line) {
    return dsl::statement_of(Statement::Kind::declare, variable, nullptr, line);
}

Statement with_value(dsl::VariableId variable, Expr value, dsl::SourcePoint line) {
    return dsl::statement_of(Statement::Kind::declare, variable, std::move(value), line);
}

void add_simd(const Statement& s, Block& to) {
    const Expr number = dsl::read(s.variable, dsl::ValueType::number(Type::i64), s.line);
    const Expr one = dsl::literal(Type::i64, 1, s.line);
    to.push_back(with_value(s.variable, dsl::literal(Type::i64, 0, s.line), s.line));
    for (const dsl::Reduction& reduction : s.reductions) to.push_back(forgotten(reduction.partial, s.line));
    Statement loop = dsl::statement_of(Statement::Kind::while_, 0,
                                       dsl::apply(Function::lt, {number, s.value}, true, s.line), s.line);
    loop.body = without_simd(s.body);
    loop.step.push_back(dsl::statement_of(Statement::Kind::set, s.variable,
                                          dsl::apply(Function::add, {number, one}, true, s.line), s.line));
    to.push_back(std::move(loop));
    for (const dsl::Reduction& reduction : s.reductions) to.push_back(forgotten(reduction.original, s.line));
    for (const auto& [outer, inner] : s.last_values) to.push_back(forgotten(outer, s.line));
}

}  // namespace

Block without_simd(const Block& block) {
    Block result;
    for (const Statement& s : block) {
        if (s.kind == Statement::Kind::simd) {
            add_simd(s, result);
            continue;
        }
        Statement copy = s;
        for (Block* const part : dsl::blocks(copy)) *part = without_simd(*part);
        result.push_back(std::move(copy));
    }
    return result;
}

Block body_of_iteration(const Statement& loop) {
    Block result;
    for (const dsl::Reduction& reduction : loop.reductions)
        result.push_back(forgotten(reduction.partial, loop.line));
    Block body = without_simd(loop.body);
    result.insert(result.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
    return result;
}

std::map<dsl::VariableId, unsigned> assignments_of(const Block& block) {
    std::map<dsl::VariableId, unsigned> result;
    const auto on_statement = [&](const Statement& s) {
        using Of = Statement::Kind;
        const bool sets = (s.kind == Of::declare && s.value != nullptr) || s.kind == Of::set ||
                          s.kind == Of::atomic || s.kind == Of::simd || s.kind == Of::instruction ||
                          (s.kind == Of::call && s.result != nullptr) ||
                          (s.kind == Of::print && s.in_place) || (s.kind == Of::team && s.width != 0);
        if (sets) ++result[s.variable];
        if (s.kind != Of::print)
            for (const auto& [variable, argument] : s.arguments) ++result[variable];
        for (const dsl::Reduction& reduction : s.reductions) {
            ++result[reduction.original];
            ++result[reduction.partial];
        }
        for (const auto& [outer, inner] : s.last_values) ++result[outer];
    };
    dsl::visit(block, on_statement);
    return result;
}

std::string unknown_act_in(const Block& block) {
    std::string result;
    dsl::visit(block, [&](const Statement& s) {
        if (s.kind == Statement::Kind::team && s.width == 0) result = dsl::to_string(s.act);
        if (s.kind == Statement::Kind::simd && !s.locals.empty())
            result = "an array of each lane of a simd loop";
    });
    return result;
}

}  // namespace musimd::prove
