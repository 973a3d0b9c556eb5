#include "kernels/cuda/guesses.hpp"

#include <algorithm>

#include "dsl/lowering/exits.hpp"
#include "kernels/cuda/guess_flow.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;

void add_loads(const Expr& e, std::vector<Expr>& to) {
    if (e->kind == Expression::Kind::load && !e->atomic) to.push_back(e);
    for (const Expr& operand : e->operands) add_loads(operand, to);
}

bool contains(const std::vector<Expr>& list, const Expr& e) {
    return std::ranges::find(list, e) != list.end();
}

/// With the loads as atomic ones; the same, if it has none of them.
Expr with_atomic(const Expr& e, const std::vector<Expr>& loads) {
    std::vector<Expr> operands;
    for (const Expr& operand : e->operands) operands.push_back(with_atomic(operand, loads));
    const bool is_one = contains(loads, e);
    if (!is_one && operands == e->operands) return e;
    auto copy = std::make_shared<Expression>(*e);
    copy->operands = std::move(operands);
    if (is_one) copy->atomic = Scope::grid;
    return copy;
}

void make_atomic(Block& block, const std::vector<Expr>& loads) {
    for (Statement& s : block) {
        const bool may_be_one = s.kind == Statement::Kind::declare || s.kind == Statement::Kind::set;
        if (may_be_one && s.value != nullptr) s.value = with_atomic(s.value, loads);
        for (auto& [parameter, value] : s.arguments) value = with_atomic(value, loads);
        for (Block* part : {&s.head, &s.step, &s.body, &s.otherwise}) make_atomic(*part, loads);
    }
}

}  // namespace

Guesses::Guesses(const Block& body) {
    bool swaps = false;
    std::vector<Expr> loads;
    dsl::for_each_statement(body, [&](const Statement& s, bool) {
        swaps = swaps || s.kind == Statement::Kind::atomic;
        dsl::for_each_expression(s, [&](const Expr& e) { add_loads(e, loads); });
    });
    if (!swaps) return;
    const Definitions definitions(body);
    for (const Expr& load : loads)
        (GuessFlow(body, definitions, load).is_guess() ? guesses_ : others_).push_back(load);
}

bool Guesses::contains(dsl::SourcePoint place) const {
    const auto is_there = [&](const Expr& e) {
        return e->line.line == place.line && e->line.column == place.column;
    };
    return std::ranges::any_of(guesses_, is_there) && std::ranges::none_of(others_, is_there);
}

void Guesses::read_atomically(Block& body) const {
    if (!guesses_.empty()) make_atomic(body, guesses_);
}

}  // namespace musimd::kernels::cuda
