#include "reader/storage.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <utility>

#include "reader/memory.hpp"
#include "reader/object_changes.hpp"
#include "reader/types.hpp"

namespace musimd::reader {

const ast::Stmt* body_around(const ast::VarDecl* v) {
    const ast::DeclContext* at = v->getDeclContext();
    while (at != nullptr && !llvm::isa<ast::FunctionDecl>(at))
        at = at->getParent();  // directives are contexts, too
    return at == nullptr ? nullptr : llvm::cast<ast::FunctionDecl>(at)->getBody();
}

namespace {

/// Whether the cast is of an object to itself, or to its base class.
bool keeps_object(const ast::CastExpr* c) {
    return c->getCastKind() == ast::CK_NoOp || c->getCastKind() == ast::CK_DerivedToBase ||
           c->getCastKind() == ast::CK_UncheckedDerivedToBase;
}

}  // namespace

bool Storage::has_fixed_uses(const ast::VarDecl* v) {
    const auto [at, is_new] = known_.emplace(v, true);  // a function that calls itself is an error elsewhere
    if (!is_new) return at->second;
    const ast::VarDecl* outer = std::exchange(of_, v);
    at->second = fixed(body_around(v));
    if (const auto* constructor = llvm::dyn_cast<ast::CXXConstructorDecl>(v->getDeclContext())) {
        for (const ast::CXXCtorInitializer* part : constructor->inits())
            at->second = at->second && fixed(part->getInit());
    }
    of_ = outer;
    return at->second;
}

/// Whether the pointer, which is bound to a part of the variable, is used in such ways only.
bool Storage::passes(const ast::VarDecl* pointer) {
    return !assigned_.contains(pointer) && has_fixed_uses(pointer);
}

bool Storage::fixed(const ast::Stmt* s) {
    if (s == nullptr) return true;
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s))
        return !directive->hasAssociatedStmt() || fixed_directive(directive);
    if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s)) return fixed_call(call);
    if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) return fixed_declaration(declarations);
    if (const auto* construction = llvm::dyn_cast<ast::CXXConstructExpr>(s))
        return fixed_construction(construction);
    if (const auto* e = llvm::dyn_cast<ast::Expr>(s)) {
        if (is_part(e)) return true;
        const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e);
        // In a generic lambda: no decay yet, and Clang does not know which side is the array.
        if (subscript && (is_part(subscript->getLHS()) || is_part(subscript->getRHS()))) return false;
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e); name && name->getDecl() == of_)
            return false;
        const auto* decay = llvm::dyn_cast<ast::CastExpr>(e);
        const auto* address = llvm::dyn_cast<ast::UnaryOperator>(e);
        if (decay && decay->getCastKind() == ast::CK_ArrayToPointerDecay && is_part(decay->getSubExpr()))
            return false;
        if (address && address->getOpcode() == ast::UO_AddrOf && is_part(address->getSubExpr())) return false;
    }
    return std::ranges::all_of(s->children(), [this](const ast::Stmt* part) { return fixed(part); });
}

/// Threads of a region share what they are given by address.
bool Storage::fixed_directive(const ast::OMPExecutableDirective* directive) {
    const bool is_shared = of_->getType()->isPointerType() || of_->getType()->isReferenceType();
    const bool has_threads = ast::isOpenMPParallelDirective(directive->getDirectiveKind()) ||
                             ast::isOpenMPTeamsDirective(directive->getDirectiveKind());
    if (is_shared && has_threads &&
        assigns(directive->getRawStmt(), [this](const ast::Expr* e) { return is_part(e); }))
        return false;
    return fixed(directive->getRawStmt());
}

bool Storage::fixed_call(const ast::CallExpr* call) {
    const ast::FunctionDecl* callee = call->getDirectCallee();
    const ast::FunctionDecl* definition = nullptr;
    if (callee != nullptr) callee->isDefined(definition);
    const bool is_set = variable_of_memalign(call) == of_;  // its address goes nowhere else
    const unsigned first = argument_number(call, 0);
    if (const ast::Expr* object = object_of(call); object != nullptr) {
        if (!fixed_object(object)) return false;
        const bool gives = gives_address(definition) || (definition != nullptr && is_recursive(definition));
        if ((points_to_part(object) || is_part(object)) && gives) return false;
    }
    for (unsigned i = is_set ? 1 : 0; i + first < call->getNumArgs(); ++i) {
        const ast::Expr* argument = call->getArg(i + first);
        if (callee == nullptr && is_part(argument)) return false;  // in a generic lambda: it may be a[i]
        const bool refers = definition != nullptr && i < definition->getNumParams() &&
                            definition->getParamDecl(i)->getType()->isReferenceType();
        if (!points_to_part(argument) && !(refers && is_part(argument))) {
            if (!fixed(argument)) return false;
        } else if (definition == nullptr || i >= definition->getNumParams() || is_recursive(definition) ||
                   !passes(definition->getParamDecl(i))) {
            return false;
        }
    }
    return true;
}

bool Storage::fixed_construction(const ast::CXXConstructExpr* e) {
    const ast::FunctionDecl* definition = nullptr;
    e->getConstructor()->isDefined(definition);
    for (unsigned i = 0; i < e->getNumArgs(); ++i) {
        const bool refers = definition != nullptr && i < definition->getNumParams() &&
                            definition->getParamDecl(i)->getType()->isReferenceType() &&
                            is_part(e->getArg(i));
        if (refers ? !passes(definition->getParamDecl(i)) : !fixed(e->getArg(i))) return false;
    }
    return true;
}

/// Whether the member function, or one that it calls on its object, takes the address of a member, or assigns
/// one in a region.
bool Storage::gives_address(const ast::FunctionDecl* f) {
    if (f == nullptr || f->getBody() == nullptr) return false;
    const auto [known, is_new] = gives_address_.emplace(f, false);
    if (is_new) known->second = takes_address(f->getBody());
    return known->second;
}

bool Storage::takes_address(const ast::Stmt* s) {
    if (s == nullptr) return false;
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(s);
    if (unary != nullptr && unary->getOpcode() == ast::UO_AddrOf && is_of_this(unary->getSubExpr()))
        return true;
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s);
        directive != nullptr && directive->hasAssociatedStmt())
        return assigns(directive->getRawStmt(), is_of_this) || takes_address(directive->getRawStmt());
    if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s)) {
        const ast::Expr* object = object_of(call);
        const ast::FunctionDecl* callee = call->getDirectCallee();
        if (object != nullptr && callee != nullptr && is_of_this(object) && callee->isDefined(callee) &&
            gives_address(callee))
            return true;
    }
    return std::ranges::any_of(s->children(), [this](const ast::Stmt* part) { return takes_address(part); });
}

/// A member function may use elements of arrays whose numbers are not known here.
bool Storage::fixed_object(const ast::Expr* object) {
    const bool is_own = points_to_part(object) || is_part(object);
    if (!is_own) return fixed(object);
    const ast::QualType type =
        object->getType()->isPointerType() ? object->getType()->getPointeeType() : object->getType();
    const ast::RecordDecl* record = type->getAsRecordDecl();
    return record != nullptr &&
           std::ranges::none_of(parts_of(record->getDefinition()), [](const Component& part) {
               return part.type->isArrayType() || part.type->isRecordType();
           });
}

bool Storage::fixed_declaration(const ast::DeclStmt* s) {
    for (const ast::Decl* d : s->decls()) {
        const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
        if (v == nullptr || v->getInit() == nullptr) continue;
        const bool refers = v->getType()->isReferenceType() && is_part(v->getInit());
        if (refers || (v->getType()->isPointerType() && points_to_part(v->getInit()))) {
            if (!passes(v)) return false;
        } else if (!fixed(v->getInit())) {
            return false;
        }
    }
    return true;
}

/// An lvalue: a known part of the variable, or of what the pointer points to.
bool Storage::is_part(const ast::Expr* e) const {
    e = e->IgnoreParens();
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e); c != nullptr && keeps_object(c))
        return is_part(c->getSubExpr());
    if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e))
        return name->getDecl() == of_ && !of_->getType()->isPointerType();
    if (const auto* member = llvm::dyn_cast<ast::MemberExpr>(e))
        return member->isArrow() ? points_to_part(member->getBase()) : is_part(member->getBase());
    if (const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e))
        return points_to_part(subscript->getBase()) && in_range(subscript);
    if (const ast::Expr* whole = whole_of_part(e)) return is_part(whole);
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
    return unary != nullptr && unary->getOpcode() == ast::UO_Deref && points_to_part(unary->getSubExpr());
}

bool Storage::points_to_part(const ast::Expr* e) const {
    e = e->IgnoreParens();
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) {
        if (c->getCastKind() == ast::CK_ArrayToPointerDecay) return is_part(c->getSubExpr());
        if (keeps_object(c)) return points_to_part(c->getSubExpr());
        return c->getCastKind() == ast::CK_LValueToRValue && named_variable(c->getSubExpr()) == of_ &&
               of_->getType()->isPointerType();
    }
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
    return unary != nullptr && unary->getOpcode() == ast::UO_AddrOf && is_part(unary->getSubExpr());
}

bool Storage::in_range(const ast::ArraySubscriptExpr* e) const {
    const auto index = context_.integer(e->getIdx());
    if (!index || *index < 0) return false;
    const auto* decay = llvm::dyn_cast<ast::CastExpr>(e->getBase()->IgnoreParens());
    if (decay == nullptr || decay->getCastKind() != ast::CK_ArrayToPointerDecay) return true;
    const auto* array = context_.tree().getAsConstantArrayType(decay->getSubExpr()->getType());
    return array != nullptr && static_cast<std::uint64_t>(*index) < array->getSize().getZExtValue();
}

}  // namespace musimd::reader
