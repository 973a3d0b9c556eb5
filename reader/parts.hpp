#pragma once

#include <algorithm>

#include "reader/context.hpp"

namespace musimd::reader {

/// Each part of the statement; of a directive, the statement that it belongs to.
template <typename F>
void for_each_part(const ast::Stmt* s, const F& visit) {
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
        if (directive->hasAssociatedStmt()) visit(directive->getRawStmt());
        return;
    }
    for (const ast::Stmt* part : s->children()) {
        if (part != nullptr) visit(part);
    }
}

/// The statement, and all below it.
template <typename F>
void for_each_below(const ast::Stmt* s, const F& visit) {
    if (s == nullptr) return;
    visit(s);
    for_each_part(s, [&](const ast::Stmt* part) { for_each_below(part, visit); });
}

/// Whether it holds of the statement, or of one below it.
template <typename Predicate>
bool any_below(const ast::Stmt* s, const Predicate& holds) {
    if (s == nullptr) return false;
    if (holds(s)) return true;
    bool found = false;
    for_each_part(s, [&](const ast::Stmt* part) { found = found || any_below(part, holds); });
    return found;
}

/// Whether the statement, or one below it, names the variable.
inline bool mentions(const ast::Stmt* s, const ast::VarDecl* v) {
    return any_below(s, [&](const ast::Stmt* part) {
        const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(part);
        return name != nullptr && name->getDecl() == v;
    });
}

}  // namespace musimd::reader
