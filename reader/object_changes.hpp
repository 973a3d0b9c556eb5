#pragma once

#include "reader/context.hpp"

namespace musimd::reader {

/// What the statement itself assigns; null: nothing.
const ast::Expr* assigned_by(const ast::Stmt* s);

/// Of what the statement itself takes the address; null: of nothing.
const ast::Expr* address_taken_by(const ast::Stmt* s);

/// Whether the expression is a member of the object on which the function was called, or that object.
bool is_of_this(const ast::Expr* e);

/// Whether something in the statement is assigned of which `is_wanted` holds.
template <typename Predicate>
bool assigns(const ast::Stmt* s, const Predicate& is_wanted) {
    if (s == nullptr) return false;
    const ast::Expr* target = assigned_by(s);
    if (target != nullptr && is_wanted(target)) return true;
    for (const ast::Stmt* part : s->children()) {
        if (assigns(part, is_wanted)) return true;
    }
    return false;
}

/// Whether the member function, or one that it calls on its object, assigns a member.
bool changes_its_object(const ast::FunctionDecl* f);

}  // namespace musimd::reader
