#include "reader/call_graph.hpp"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

#include "reader/linking.hpp"
#include "reader/parts.hpp"

namespace musimd::reader {
namespace {

/// Functions that are named but where they are called.
class Taken : public ast::RecursiveASTVisitor<Taken> {
  public:
    explicit Taken(const ast::ASTContext& tree) : tree_(tree) {}

    bool VisitCallExpr(ast::CallExpr* e) {
        called_.insert(e->getCallee()->IgnoreParenImpCasts());
        return true;
    }

    bool VisitDeclRefExpr(ast::DeclRefExpr* e) {
        const auto* f = llvm::dyn_cast<ast::FunctionDecl>(e->getDecl());
        if (f == nullptr || called_.contains(e) ||
            tree_.getSourceManager().isInSystemHeader(e->getLocation()))
            return true;
        f = f->getCanonicalDecl();  // also of another source
        if (std::ranges::find(found, f) == found.end()) found.push_back(f);
        return true;
    }

    std::vector<const ast::FunctionDecl*> found;

  private:
    const ast::ASTContext& tree_;
    std::set<const ast::Expr*> called_;
};

bool fits(const Context& context, const ast::FunctionDecl* f, const ast::CallExpr* e) {
    const ast::QualType called = e->getCallee()->getType();
    const ast::QualType type = called->isPointerType() ? called->getPointeeType() : called;
    if (!are_same(f->getReturnType(), e->getCallReturnType(context.tree()))) return false;
    const auto* prototype = type->getAs<ast::FunctionProtoType>();
    if (prototype == nullptr) return f->getNumParams() == e->getNumArgs();
    if (prototype->getNumParams() != f->getNumParams()) return false;
    for (unsigned i = 0; i < f->getNumParams(); ++i) {
        if (!are_same(prototype->getParamType(i).getUnqualifiedType(),
                      f->getParamDecl(i)->getType().getUnqualifiedType()))
            return false;
    }
    return true;
}

const ast::FunctionDecl* definition_of(const ast::FunctionDecl* f) {
    return f != nullptr && f->isDefined(f) ? f : nullptr;
}

}  // namespace

const std::vector<const ast::FunctionDecl*>& CallGraph::taken() {
    if (!taken_) {
        Taken visitor(context_.tree());
        for (ast::TranslationUnitDecl* unit : context_.units()) visitor.TraverseDecl(unit);
        taken_ = std::move(visitor.found);
    }
    return *taken_;
}

const std::vector<const ast::FunctionDecl*>& CallGraph::candidates(const ast::CallExpr* e) {
    const auto [at, is_new] = candidates_.try_emplace(e);
    if (is_new) {
        for (const ast::FunctionDecl* f : taken()) {
            if (fits(context_, f, e)) at->second.push_back(f);
        }
    }
    return at->second;
}

void CallGraph::add_called(const ast::Stmt* s, std::set<const ast::FunctionDecl*>& found) {
    const auto add = [&](const ast::FunctionDecl* f) {
        if (const ast::FunctionDecl* definition = definition_of(f)) found.insert(definition);
    };
    for_each_below(s, [&](const ast::Stmt* part) {
        if (const auto* call = llvm::dyn_cast<ast::CallExpr>(part)) {
            add(call->getDirectCallee());
            if (call->getDirectCallee() == nullptr && !call->isTypeDependent()) {
                for (const ast::FunctionDecl* f : candidates(call)) add(f);
            }
        }
        if (const auto* construction = llvm::dyn_cast<ast::CXXConstructExpr>(part))
            add(construction->getConstructor());
    });
}

const std::set<const ast::FunctionDecl*>& CallGraph::called_by(const ast::FunctionDecl* f) {
    const auto [at, is_new] = called_.try_emplace(f);
    if (is_new) {
        std::set<const ast::FunctionDecl*> found;
        add_called(f->getBody(), found);
        called_[f] = std::move(found);
    }
    return called_[f];
}

bool CallGraph::reaches(const ast::FunctionDecl* from, const ast::FunctionDecl* to) {
    from = definition_of(from);
    to = definition_of(to);
    if (from == nullptr || to == nullptr) return false;
    const auto [at, is_new] = reached_.try_emplace(from);
    if (is_new) {
        std::set<const ast::FunctionDecl*> found;
        std::vector<const ast::FunctionDecl*> next = {from};
        while (!next.empty()) {
            const ast::FunctionDecl* f = next.back();
            next.pop_back();
            for (const ast::FunctionDecl* called : called_by(f)) {
                if (found.insert(called).second) next.push_back(called);
            }
        }
        reached_[from] = std::move(found);
    }
    return reached_[from].contains(to);
}

}  // namespace musimd::reader
