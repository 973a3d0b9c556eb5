#include <clang/AST/DeclOpenMP.h>

#include "reader/readers.hpp"

// What names mean, and whether they can be assigned.

namespace musimd::reader {
namespace {

std::string assigned_by_all(const std::string& name, const Surroundings& here) {
    const std::string begin = "'" + name + "' is assigned by all ";
    if (here.region >= 2)
        return begin + "iterations of the simd loop; name it in `private`, `linear` or `reduction`";
    if (here.threads != nullptr)
        return begin + "threads of the region; name it in `private` or `reduction`, or declare it inside";
    return begin +
           "iterations of the parallel loop; name it in `private`, `linear` or `reduction`, or "
           "declare it inside the loop";
}

std::string assigned_in_loop(const std::string& name) {
    return "'" + name + "' is the variable of a loop under a directive; the loop body must not assign it";
}

}  // namespace

/// What Clang has made a variable of: a member that a clause names, or the value of its expression.
const Binding& Bindings::captured_for_clause(const ast::VarDecl* v) {
    if (!v->getInit()->isLValue()) return captured_ = value_in_clause(v);
    bind(v, readers_.declarations.reference(v->getInit()));
    return here_.bindings.at(v);
}

const Binding& Bindings::binding(const ast::VarDecl* v, ast::SourceLocation where) {
    const std::string name = "'" + v->getNameAsString() + "'";
    const auto found = here_.bindings.find(v);
    if (readers_.library.is_argument_values(v) && globals_.contains(v)) return globals_[v];
    if (found == here_.bindings.end() && v->hasGlobalStorage()) {
        const auto known = globals_.find(v->getCanonicalDecl());
        if (known != globals_.end()) return known->second;
        if (!failed_.insert(v->getCanonicalDecl()).second) throw Unsupported{};  // reported
        Binding global = readers_.declarations.global(v);
        failed_.erase(v->getCanonicalDecl());
        return globals_[v->getCanonicalDecl()] = std::move(global);
    }
    if (llvm::isa<ast::OMPCapturedExprDecl>(v) && found == here_.bindings.end() && v->getInit() != nullptr)
        return captured_for_clause(v);
    if (readers_.library.is_argument_values(v)) return globals_[v] = readers_.library.argument_texts(where);
    if (found == here_.bindings.end()) {
        if (context_.has_reported()) throw Unsupported{};  // of its declaration
        context_.fail(where, name + " is not available here");
    }
    if (found->second.kind == Binding::Kind::unset)
        context_.fail(where, name +
                                 " is shared by all iterations of the parallel loop and has no value; name "
                                 "it in `private`, or declare it inside the loop");
    return found->second;
}

/// Clang has made a variable of an expression in a clause.
Binding Bindings::value_in_clause(const ast::VarDecl* v) {
    return {.kind = Binding::Kind::value,
            .variable = 0,
            .pointer = {},
            .value = settle(value(v->getInit()), v->getInit()),
            .region = here_.region};
}

void Bindings::check_assignable(const ast::Expr* e) const {
    const ast::VarDecl* v = whole_variable(e);
    if (v == nullptr) return;
    const std::string name = v->getNameAsString();
    if (const auto frozen = here_.frozen.find(v);
        frozen != here_.frozen.end() && here_.region == 0 && named_variable(e) != nullptr)
        context_.fail(e->getExprLoc(), "'" + name + "' cannot be assigned here: " + frozen->second);
    const auto found = here_.bindings.find(v);
    if (found == here_.bindings.end()) return;
    const Binding& b = found->second;
    if (b.of_loop) context_.fail(e->getExprLoc(), assigned_in_loop(name));
    const bool is_pointer = b.kind == Binding::Kind::pointer && v->getType()->isPointerType();
    const bool in_memory = b.kind == Binding::Kind::cell ||
                           (b.kind == Binding::Kind::pointer && !is_pointer) ||
                           (b.kind == Binding::Kind::object && b.pointer.to != Pointer::To::variables);
    if (b.region != here_.region && !in_memory) context_.fail(e->getExprLoc(), assigned_by_all(name, here_));
}

/// Of a variable that was reached by a pointer.
void Bindings::check_assignable(const Place& p, const ast::Expr* at) const {
    if (!p.variable || whole_variable(at) != nullptr) return;
    const std::string& name = function_.variables[*p.variable].name;
    if (loop_variables_.contains(*p.variable)) context_.fail(at->getExprLoc(), assigned_in_loop(name));
    const auto region = regions_.find(*p.variable);
    if (region != regions_.end() && region->second != here_.region)
        context_.fail(at->getExprLoc(), assigned_by_all(name, here_));
}

/// From here on, an assignment to one of the variables that are visible now is an error, with this reason.
void Bindings::freeze(const char* reason) {
    for (auto& [variable, binding] : here_.bindings) {
        const bool is_scalar = binding.kind == Binding::Kind::variable || binding.kind == Binding::Kind::cell;
        if (is_scalar) here_.frozen[variable] = reason;
    }
}

}  // namespace musimd::reader
