#include "reader/cuda/host_variables.hpp"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace musimd::reader {
namespace {

const ast::VarDecl* variable_of(const ast::DeclRefExpr* e) {
    const auto* v = llvm::dyn_cast<ast::VarDecl>(e->getDecl());
    return v == nullptr ? nullptr : v->getCanonicalDecl();
}

/// Whether the use only takes the value: `v` as a number, or as a constant.
bool is_read(const HostUse& use) {
    if (use.around.empty()) return false;
    const ast::Stmt* outer = use.around.front();
    if (llvm::isa<ast::UnaryExprOrTypeTraitExpr>(outer)) return true;
    if (llvm::isa<ast::MemberExpr>(outer)) {
        if (use.around.size() < 2) return false;
        outer = use.around[1];
    }
    const auto* cast = llvm::dyn_cast<ast::ImplicitCastExpr>(outer);
    if (cast == nullptr) return false;
    return cast->getCastKind() == ast::CK_LValueToRValue ||
           (cast->getCastKind() == ast::CK_NoOp && cast->getType().isConstQualified());
}

/// `&v`, with casts: the expression that is the argument of a call; null if it is something else.
const ast::Stmt* address_of(const HostUse& use, std::size_t& depth) {
    depth = 0;
    const auto around = [&](std::size_t i) { return i < use.around.size() ? use.around[i] : nullptr; };
    const auto* address = llvm::dyn_cast_or_null<ast::UnaryOperator>(around(0));
    if (address == nullptr || address->getOpcode() != ast::UO_AddrOf) return nullptr;
    const ast::Stmt* result = address;
    for (depth = 1; around(depth) != nullptr && llvm::isa<ast::CastExpr, ast::ParenExpr>(around(depth));
         ++depth)
        result = around(depth);
    return result;
}

/// Whether `inner` is executed exactly once whenever `outer` is.
bool is_always_part(const ast::Stmt* outer, const ast::Stmt* inner) {
    if (const auto* branch = llvm::dyn_cast<ast::IfStmt>(outer))
        return inner == branch->getCond() || inner == branch->getInit();
    if (const auto* once = llvm::dyn_cast<ast::DoStmt>(outer)) {
        const auto* zero = llvm::dyn_cast<ast::IntegerLiteral>(once->getCond()->IgnoreParenImpCasts());
        return inner == once->getBody() && zero != nullptr && zero->getValue() == 0;
    }
    if (const auto* both = llvm::dyn_cast<ast::BinaryOperator>(outer))
        return !both->isLogicalOp() || inner == both->getLHS();
    if (llvm::isa<ast::AbstractConditionalOperator, ast::LambdaExpr>(outer)) return false;
    return llvm::isa<ast::CompoundStmt, ast::DeclStmt, ast::Expr>(outer);
}

}  // namespace

HostVariables::HostVariables(const ast::Stmt* body) {
    std::vector<const ast::Stmt*> around;
    look(body, around);
}

void HostVariables::look(const ast::Stmt* s, std::vector<const ast::Stmt*>& around) {
    if (s == nullptr) return;
    if (llvm::isa<ast::GotoStmt, ast::IndirectGotoStmt>(s)) has_jumps_ = true;
    if (const auto* launch = llvm::dyn_cast<ast::CUDAKernelCallExpr>(s)) launches_.push_back(launch);
    if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
        if (const ast::VarDecl* v = variable_of(name))
            uses_[v].push_back({name, {around.rbegin(), around.rend()}});
    }
    if (const auto* declares = llvm::dyn_cast<ast::DeclStmt>(s)) {
        for (const ast::Decl* d : declares->decls()) {
            if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d); v != nullptr && !around.empty())
                blocks_[v->getCanonicalDecl()] = around.back();
        }
    }
    around.push_back(s);
    for (const ast::Stmt* part : s->children()) look(part, around);
    around.pop_back();
}

bool HostVariables::is_constant(const ast::VarDecl* v) const {
    v = v->getCanonicalDecl();
    if (v->getType().isVolatileQualified() || has_jumps_) return false;
    if (!v->hasLocalStorage()) return v->getType().isConstQualified() && v->hasInit();
    if (!v->hasInit() && !llvm::isa<ast::ParmVarDecl>(v)) return false;
    const auto at = uses_.find(v);
    return at == uses_.end() || std::ranges::all_of(at->second, is_read);
}

const ast::CallExpr* HostVariables::call_that_sets(const ast::VarDecl* v) const {
    v = v->getCanonicalDecl();
    const auto at = uses_.find(v);
    const auto block = blocks_.find(v);
    if (at == uses_.end() || block == blocks_.end() || !v->hasLocalStorage() || has_jumps_) return nullptr;
    const ast::CallExpr* found = nullptr;
    for (const HostUse& use : at->second) {
        if (is_read(use)) continue;
        std::size_t depth = 0;
        const ast::Stmt* address = address_of(use, depth);
        const auto* call = address == nullptr || depth >= use.around.size()
                               ? nullptr
                               : llvm::dyn_cast<ast::CallExpr>(use.around[depth]);
        const bool is_first = call != nullptr && call->getNumArgs() > 1 && call->getArg(0) == address;
        if (!is_first || found != nullptr) return nullptr;
        found = call;
        for (std::size_t i = depth; use.around[i] != block->second; ++i) {
            if (i + 1 >= use.around.size() || !is_always_part(use.around[i + 1], use.around[i]))
                return nullptr;
        }
    }
    return found;
}

bool HostVariables::is_passed_before(const Context& context, const ast::VarDecl* v, llvm::StringRef function,
                                     ast::SourceLocation where) const {
    const ast::SourceManager& files = context.tree().getSourceManager();
    const ast::SourceLocation end = files.getExpansionLoc(where);
    const auto at = uses_.find(v->getCanonicalDecl());
    if (at == uses_.end()) return false;
    return std::ranges::any_of(at->second, [&](const HostUse& use) {
        return std::ranges::any_of(use.around, [&](const ast::Stmt* s) {
            const auto* call = llvm::dyn_cast<ast::CallExpr>(s);
            const auto* callee = call == nullptr ? nullptr : call->getDirectCallee();
            return callee != nullptr && callee->getDeclName().isIdentifier() &&
                   callee->getName() == function &&
                   files.isBeforeInTranslationUnit(files.getExpansionLoc(use.name->getLocation()), end);
        });
    });
}

}  // namespace musimd::reader
