#include "dsl/lowering/exits.hpp"

#include <algorithm>
#include <set>

namespace musimd::dsl {
namespace {

using Kind = Statement::Kind;

bool reads(const Expr& e, VariableId v, std::set<const Expression*>& seen) {
    if (!seen.insert(e.get()).second) return false;
    if (e->kind == Expression::Kind::variable) return e->variable == v;
    return std::ranges::any_of(e->operands, [&](const Expr& operand) { return reads(operand, v, seen); });
}

}  // namespace

Exits& Exits::operator|=(Exits other) {
    breaks = breaks || other.breaks;
    continues = continues || other.continues;
    returns = returns || other.returns;
    return *this;
}

Exits ExitFinder::of(std::span<const Statement> statements) {
    Exits all;
    for (const Statement& s : statements) all |= of(s);
    return all;
}

Exits ExitFinder::of(const Statement& s) {
    switch (s.kind) {
        case Kind::break_:
            return {.breaks = true};
        case Kind::continue_:
            return {.continues = true};
        case Kind::return_:
            return {.returns = true};
        case Kind::if_:
        case Kind::while_:
            break;
        default:
            return {};
    }
    if (const auto known = found_.find(&s); known != found_.end()) return known->second;
    Exits all = of(s.body);
    if (s.kind == Kind::while_) all = {.returns = all.returns};
    if (s.kind == Kind::if_) all |= of(s.otherwise);
    found_.emplace(&s, all);
    return all;
}

bool always_leaves(std::span<const Statement> statements) {
    return std::ranges::any_of(statements, [](const Statement& s) {
        switch (s.kind) {
            case Kind::break_:
            case Kind::continue_:
            case Kind::return_:
                return true;
            case Kind::if_:
                return always_leaves(s.body) && always_leaves(s.otherwise);
            default:
                return false;
        }
    });
}

bool mentions(const Statement& s, VariableId v) {
    const bool names = s.kind == Kind::declare || s.kind == Kind::set || s.kind == Kind::call ||
                       s.kind == Kind::simd || s.kind == Kind::atomic || s.kind == Kind::instruction;
    if (names && s.variable == v) return true;
    bool found = std::ranges::any_of(s.arguments, [&](const auto& a) { return a.first == v; });
    for (const auto& [original, last] : s.last_values) found = found || original == v || last == v;
    for (const Reduction& r : s.reductions) found = found || r.original == v || r.partial == v;
    std::set<const Expression*> seen;
    for_each_expression(s, [&](const Expr& e) { found = found || reads(e, v, seen); });
    const auto in_block = [&](const Block& block) {
        return std::ranges::any_of(block, [&](const Statement& inner) { return mentions(inner, v); });
    };
    return found || in_block(s.head) || in_block(s.step) || in_block(s.body) || in_block(s.otherwise);
}

}  // namespace musimd::dsl
