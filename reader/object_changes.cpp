#include "reader/object_changes.hpp"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>

#include "reader/storage.hpp"

namespace musimd::reader {

const ast::Expr* assigned_by(const ast::Stmt* s) {
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s); binary && binary->isAssignmentOp())
        return binary->getLHS();
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(s);
    return unary != nullptr && unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
}

const ast::Expr* address_taken_by(const ast::Stmt* s) {
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(s);
    return unary != nullptr && unary->getOpcode() == ast::UO_AddrOf ? unary->getSubExpr() : nullptr;
}

bool is_of_this(const ast::Expr* e) {
    e = e->IgnoreParenImpCasts();
    const auto* member = llvm::dyn_cast<ast::MemberExpr>(e);
    return llvm::isa<ast::CXXThisExpr>(member == nullptr ? e : member->getBase()->IgnoreParenImpCasts());
}

namespace {

class ObjectChanges {
  public:
    bool of(const ast::FunctionDecl* f) {
        if (f == nullptr || !f->isDefined(f) || !seen_.insert(f).second) return false;
        return assigns(f->getBody(), is_of_this) || calls_one(f->getBody());
    }

  private:
    bool calls_one(const ast::Stmt* s) {
        if (s == nullptr) return false;
        const auto* call = llvm::dyn_cast<ast::CallExpr>(s);
        const ast::Expr* object = call == nullptr ? nullptr : object_of(call);
        if (object != nullptr && is_of_this(object) && of(call->getDirectCallee())) return true;
        return std::ranges::any_of(s->children(), [this](const ast::Stmt* part) { return calls_one(part); });
    }

    std::set<const ast::FunctionDecl*> seen_;
};

}  // namespace

bool changes_its_object(const ast::FunctionDecl* f) {
    return ObjectChanges().of(f);
}

}  // namespace musimd::reader
