#include "reader/in_order.hpp"

#include "reader/parts.hpp"
#include "reader/readers.hpp"

// Simd loops whose iterations are executed in the order of C.

namespace musimd::reader {
namespace {

bool is_inscan(const ast::OMPReductionClause* clause) {
    return clause->getModifier() == ast::OMPC_REDUCTION_inscan;
}

}  // namespace

bool InOrder::applies(const Clauses& found, const ast::Stmt* body) {
    return !found.conditional.empty() || std::ranges::any_of(found.reductions, is_inscan) ||
           any_below(body, [](const ast::Stmt* s) { return llvm::isa<ast::OMPOrderedDirective>(s); });
}

std::vector<Carried> InOrder::begin(Clauses& found) {
    std::vector<Carried> result;
    for (const ast::OMPReductionClause* clause : Scans::take(found)) {
        for (const ast::Expr* e : clause->varlists()) carry(e->IgnoreParenImpCasts(), result);
    }
    for (const ast::DeclRefExpr* name : found.conditional) carry(name, result);
    std::erase_if(found.last_privates,
                  [&](const ast::DeclRefExpr* name) { return names(found.conditional, name); });
    return result;
}

void InOrder::carry(const ast::Expr* name, std::vector<Carried>& result) {
    attempt([&] {
        const ast::VarDecl* v = named_variable(name);
        if (v == nullptr) context_.fail(name->getExprLoc(), "only variables are supported here");
        check_assignable(name);
        Carried c{.name = name, .memory = {}, .original = binding(v, name->getExprLoc())};
        const Pointer original = lvalue(name);
        c.memory = new_object("running_" + v->getNameAsString(), name->getType(), false, name->getExprLoc());
        readers_.privates.copy_object(c.memory, original, name->getType(), name);
        bind(v, readers_.declared_reductions.object(name->getType(), c.memory));
        result.push_back(std::move(c));
    });
}

/// After the loop.
void InOrder::end(const std::vector<Carried>& carried) {
    for (const Carried& c : carried) bind(named_variable(c.name), c.original);
    for (const Carried& c : carried)
        readers_.privates.copy_object(lvalue(c.name), c.memory, c.name->getType(), c.name);
}

/// In a simd loop: its accesses are ordered with those of other iterations here, but not with what the loop
/// does elsewhere.
void InOrder::ordered_simd(const ast::OMPExecutableDirective* directive) {
    const llvm::SaveAndRestore in_order(here_.in_order, true);
    statement(directive->getRawStmt());
}

}  // namespace musimd::reader
