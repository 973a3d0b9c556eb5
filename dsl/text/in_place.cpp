#include "dsl/text/in_place.hpp"

#include <algorithm>

#include "dsl/lowering/exits.hpp"

namespace musimd::dsl {
namespace {

bool may_be_in_place(const Statement& s) {
    if (s.kind != Statement::Kind::call || !s.in_place || s.result == nullptr) return false;
    bool stores = false;
    for_each_statement(s.body, [&](const Statement& inner, bool) {
        stores = stores || inner.kind == Statement::Kind::store;
    });
    return !stores;
}

std::size_t reads(const Expr& e, VariableId v) {
    std::size_t count = e->kind == Expression::Kind::variable && e->variable == v ? 1 : 0;
    for (const Expr& operand : e->operands) count += reads(operand, v);
    return count;
}

/// Excluding those in its blocks.
std::size_t own_reads(const Statement& s, VariableId v) {
    std::size_t count = 0;
    for_each_expression(s, [&](const Expr& e) {
        if (e != s.result) count += reads(e, v);
    });
    return count;
}

bool mentioned_inside(const Statement& s, VariableId v) {
    const auto in = [v](const Block& block) {
        return std::ranges::any_of(block, [v](const Statement& inner) { return mentions(inner, v); });
    };
    return in(s.head) || in(s.body) || in(s.otherwise) || (s.kind == Statement::Kind::set && s.variable == v);
}

}  // namespace

std::size_t calls_in_place(std::span<const Statement> statements) {
    const auto user = std::ranges::find_if_not(statements, may_be_in_place);
    // The condition of a loop is computed repeatedly.
    if (user == statements.end() || user->kind == Statement::Kind::while_) return 0;
    for (auto call = statements.begin(); call != user; ++call) {
        std::size_t count = 0;
        for (auto reader = call + 1; reader <= user; ++reader) count += own_reads(*reader, call->variable);
        const auto mentioned = [call](const Statement& s) { return mentions(s, call->variable); };
        if (count != 1 || mentioned_inside(*user, call->variable) ||
            std::any_of(user + 1, statements.end(), mentioned)) {
            return 0;
        }
    }
    return static_cast<std::size_t>(user - statements.begin());
}

}  // namespace musimd::dsl
