#include "reader/declared_reductions.hpp"

#include <clang/AST/DeclOpenMP.h>

#include "reader/readers.hpp"

// `declare reduction`: partial values are objects in memory, which the program's own text begins and
// combines.

namespace musimd::reader {

const ast::OMPDeclareReductionDecl* declared_reduction(const ast::OMPReductionClause* clause,
                                                       const ast::Expr* name) {
    const ast::Expr* operation = nullptr;
    auto next = clause->reduction_ops().begin();
    for (const ast::Expr* e : clause->varlists()) {
        if (next == clause->reduction_ops().end()) break;
        if (e->IgnoreParenImpCasts() == name->IgnoreParenImpCasts()) operation = *next;
        ++next;
    }
    const auto* call = llvm::dyn_cast_or_null<ast::CallExpr>(operation);
    const auto* opaque = call == nullptr ? nullptr : llvm::dyn_cast<ast::OpaqueValueExpr>(call->getCallee());
    if (opaque == nullptr || opaque->getSourceExpr() == nullptr) return nullptr;
    const auto* to = llvm::dyn_cast<ast::DeclRefExpr>(opaque->getSourceExpr()->IgnoreImpCasts());
    return to == nullptr ? nullptr : llvm::dyn_cast<ast::OMPDeclareReductionDecl>(to->getDecl());
}

Binding DeclaredReductions::object(ast::QualType type, const Pointer& at) const {
    const bool is_whole = is_composed(type) || type->isArrayType();
    return {.kind = is_whole ? Binding::Kind::object : Binding::Kind::cell,
            .variable = 0,
            .pointer = at,
            .value = {},
            .region = here_.region};
}

/// Without an initialiser, as a variable of the whole program does.
void DeclaredReductions::begin(const ArrayReduction& r, const Pointer& partial) {
    const ast::OMPDeclareReductionDecl* declared = r.declared;
    const ast::Expr* first = declared->getInitializer();
    if (first == nullptr && r.own_initialiser == nullptr)
        return readers_.objects.set_to_zero(partial, r.element, r.name);
    if (first == nullptr) return initialise(partial, r.element, r.own_initialiser);
    const NestedScope scope(here_);
    readers_.uses.find_assigned(first);
    bind(named_variable(declared->getInitPriv()), object(r.element, partial));
    bind(named_variable(declared->getInitOrig()), r.original_object);
    // It may read the original, into which other threads of a team combine already.
    const bool in_team = here_.team != nullptr;
    if (in_team) readers_.regions.act(TeamAct::combine, r.name->getExprLoc());
    if (declared->getInitializerKind() == ast::OMPDeclareReductionInitKind::Call)
        effects(first);
    else
        initialise(partial, r.element, first);
    if (in_team) readers_.regions.act(TeamAct::combined, r.name->getExprLoc());
}

void DeclaredReductions::combine(const ArrayReduction& r, const Binding& original, const Pointer& partial) {
    const NestedScope scope(here_);
    Binding out = original;
    out.region = here_.region;
    out.of_loop = false;
    readers_.uses.find_assigned(r.declared->getCombiner());
    bind(named_variable(r.declared->getCombinerOut()), std::move(out));
    bind(named_variable(r.declared->getCombinerIn()), object(r.element, partial));
    effects(r.declared->getCombiner());
}

}  // namespace musimd::reader
