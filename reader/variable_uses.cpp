#include "reader/variable_uses.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <utility>

#include "reader/device_survey.hpp"
#include "reader/object_changes.hpp"
#include "reader/parts.hpp"
#include "reader/shared_scalars.hpp"
#include "reader/types.hpp"

// What the text does with variables.

namespace musimd::reader {
namespace {

constexpr std::int64_t kMaxSplit = 64;  ///< numbers that become variables

/// Whether it has a pointer by which it may change a variable of its caller.
bool may_write(const ast::FunctionDecl* f) {
    return std::ranges::any_of(f->parameters(), [](const ast::ParmVarDecl* p) {
        const ast::QualType type = p->getType();
        return is_composed(type) || type->isReferenceType() ||
               (type->isPointerType() && !type->getPointeeType().isConstQualified());
    });
}

}  // namespace

const ast::VarDecl* whole_variable(const ast::Expr* e) {
    while (true) {
        e = e->IgnoreParenImpCasts();
        const auto* member = llvm::dyn_cast<ast::MemberExpr>(e);
        const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e);
        if (member != nullptr && !member->isArrow())
            e = member->getBase();
        else if (subscript != nullptr &&
                 subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
            e = subscript->getBase();
        else if (const ast::Expr* whole = whole_of_part(e))
            e = whole;
        else
            return named_variable(e);
    }
}

void VariableUses::find_assigned(const ast::Stmt* s) {
    if (s == nullptr) return;
    const ast::Expr* const object = address_taken_by(s);
    if (const ast::Expr* target = object != nullptr ? object : assigned_by(s)) {
        if (const ast::VarDecl* v = named_variable(target)) {
            assigned_.insert(v);
            if (object != nullptr) address_taken_.insert(v);
        }
    }
    if (const auto* assembly = llvm::dyn_cast<ast::GCCAsmStmt>(s)) {
        for (const ast::Expr* result : assembly->outputs()) assigned_.insert(named_variable(result));
    }
    if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s); call && call->getDirectCallee()) {
        const ast::FunctionDecl* callee = call->getDirectCallee();
        look_through(callee);
        for (unsigned i = 0; i < callee->getNumParams(); ++i) {
            const ast::QualType type = callee->getParamDecl(i)->getType();
            const unsigned at = argument_number(call, i);
            if (!type->isReferenceType() || at >= call->getNumArgs()) continue;
            const ast::VarDecl* v = named_variable(call->getArg(at));
            if (v == nullptr) continue;
            assigned_.insert(v);
            const ast::FunctionDecl* definition = nullptr;
            const bool needs_address =
                !in_kernel_ && callee->isDefined(definition) &&
                (address_taken_.contains(definition->getParamDecl(i)) || calls_.is_recursive(definition));
            if (needs_address) address_taken_.insert(v);
        }
    }
    if (const auto* construction = llvm::dyn_cast<ast::CXXConstructExpr>(s)) find_referred(construction);
    if (const auto* deletion = llvm::dyn_cast<ast::CXXDeleteExpr>(s))
        look_through_destructor(deletion->getDestroyedType());
    if (const auto* declared = llvm::dyn_cast<ast::DeclStmt>(s)) {
        for (const ast::Decl* d : declared->decls()) {
            if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d)) look_through_destructor(v->getType());
        }
    }
    for_each_part(s, [this](const ast::Stmt* part) { find_assigned(part); });
}

/// Variables whose address a constructor takes, as that of a class that refers to a number.
void VariableUses::find_referred(const ast::CXXConstructExpr* e) {
    const ast::FunctionDecl* constructor = e->getConstructor();
    look_through(constructor);
    constructor->isDefined(constructor);
    for (unsigned i = 0; i < std::min(e->getNumArgs(), constructor->getNumParams()); ++i) {
        const ast::VarDecl* v = named_variable(e->getArg(i));
        const ast::ParmVarDecl* parameter = constructor->getParamDecl(i);
        if (v == nullptr || !parameter->getType()->isReferenceType()) continue;
        if (address_taken_.contains(parameter)) address_taken_.insert(v);
        if (!parameter->getType()->getPointeeType().isConstQualified()) assigned_.insert(v);
    }
}

void VariableUses::find_shared(const ast::Stmt* body) {
    find_shared_scalars(body, shared_);
    find_task_uses(body, nests_, tasks_);
    shared_.insert(tasks_.places.begin(), tasks_.places.end());
    if (!in_kernel_ && !has_one_memory(context_)) find_mapped_variables(body, shared_);
}

void VariableUses::look_through(const ast::FunctionDecl* callee) {
    if (!callee->isDefined(callee) || !looked_through_.insert(callee).second) return;
    if (const auto* constructor = llvm::dyn_cast<ast::CXXConstructorDecl>(callee)) {
        for (const ast::CXXCtorInitializer* part : constructor->inits()) find_assigned(part->getInit());
    }
    find_assigned(callee->getBody());
    find_shared(callee->getBody());
}

/// That of the class, of its base classes and of its members.
void VariableUses::look_through_destructor(ast::QualType type) {
    const auto* cls =
        type.isNull() ? nullptr : context_.tree().getBaseElementType(type)->getAsCXXRecordDecl();
    if (cls == nullptr || !cls->hasDefinition() || cls->hasTrivialDestructor()) return;
    cls = cls->getDefinition();
    if (const ast::CXXDestructorDecl* own = cls->getDestructor()) look_through(own);
    for (const ast::CXXBaseSpecifier& base : cls->bases()) look_through_destructor(base.getType());
    for (const ast::FieldDecl* field : cls->fields()) look_through_destructor(field->getType());
}

std::set<const ast::VarDecl*> VariableUses::assigned_in(const ast::Stmt* s) {
    std::set<const ast::VarDecl*> before = std::exchange(assigned_, {});
    find_assigned(s);
    return std::exchange(assigned_, std::move(before));
}

bool VariableUses::is_split(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    const bool whole = !type->isArrayType() && !is_composed(type);
    if (has_union(type) || !is_copyable(type)) return false;
    if (whole) return !address_taken_.contains(v) || storage_.has_fixed_uses(v);
    return cell_count(context_, type, v->getLocation()) <= kMaxSplit && storage_.has_fixed_uses(v);
}

bool VariableUses::needs_memory(const ast::VarDecl* v) {
    if (has_mixed_union(context_, v->getType())) return true;
    return (is_composed(v->getType()) || address_taken_.contains(v)) && !storage_.has_fixed_uses(v);
}

Changes VariableUses::changes(const ast::Expr* e) const {
    Changes result;
    add_changes(e, result);
    return result;
}

Changes VariableUses::changes_after(const ast::CallExpr* e, unsigned argument) const {
    Changes result;
    for (unsigned i = argument + 1; i < e->getNumArgs(); ++i) add_changes(e->getArg(i), result);
    return result;
}

void VariableUses::add_changes(const ast::Stmt* s, Changes& found) const {
    if (s == nullptr) return;
    // A part of an object, or what a pointer points to, may be a variable.
    const auto assigns = [&](const ast::Expr* target) {
        const ast::VarDecl* v = named_variable(target);
        const bool in_memory = v != nullptr && (v->hasGlobalStorage() || shared_.contains(v));
        found.variables = found.variables || !in_memory;
        found.memory = found.memory || v == nullptr || in_memory;
    };
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s); binary && binary->isAssignmentOp())
        assigns(binary->getLHS());
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(s); unary && unary->isIncrementDecrementOp())
        assigns(unary->getSubExpr());
    if (const auto* c = llvm::dyn_cast<ast::CallExpr>(s)) {
        const ast::FunctionDecl* callee = c->getDirectCallee();
        if (callee == nullptr || callee->hasBody() || in_kernel_) found.memory = true;
        if (callee != nullptr && callee->hasBody()) found.variables = found.variables || may_write(callee);
    }
    for (const ast::Stmt* part : s->children()) add_changes(part, found);
}

}  // namespace musimd::reader
