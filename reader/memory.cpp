#include "reader/memory.hpp"

#include <algorithm>
#include <vector>

#include "reader/parts.hpp"
#include "reader/storage.hpp"

namespace musimd::reader {
namespace {

const ast::FunctionDecl* definition_of(const ast::CallExpr* call) {
    const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee != nullptr) callee->isDefined(callee);
    return callee != nullptr && callee->hasBody() ? callee : nullptr;
}

bool is_loop(const ast::Stmt* s) {
    return llvm::isa<ast::ForStmt, ast::WhileStmt, ast::DoStmt>(s);
}

/// A variable, or a member of any structure.
const ast::ValueDecl* named(const ast::Expr* e) {
    e = e->IgnoreParenCasts();
    if (const auto* block = llvm::dyn_cast<ast::StmtExpr>(e)) {  // what a macro ends with
        const ast::Stmt* last =
            block->getSubStmt()->body_empty() ? nullptr : block->getSubStmt()->body_back();
        const auto* value = llvm::dyn_cast_or_null<ast::Expr>(last);
        return value == nullptr ? nullptr : named(value);
    }
    if (const auto* member = llvm::dyn_cast<ast::MemberExpr>(e)) return member->getMemberDecl();
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e);
    return name == nullptr ? nullptr : name->getDecl();
}

ast::QualType pointee_unless_void(const ast::Expr* e) {
    const ast::QualType type = e->getType();
    if (!type->isPointerType() || type->isVoidPointerType()) return {};
    return type->getPointeeType();
}

class Allocators {
  public:
    bool is_allocating(const ast::CallExpr* call) {
        if (call == nullptr) return false;
        if (is_library_call(call, "malloc") && call->getNumArgs() == 1) return true;
        if (is_library_call(call, "calloc") && call->getNumArgs() == 2) return true;
        if (is_library_call(call, "aligned_alloc") && call->getNumArgs() == 2) return true;
        for (const char* name : {"omp_alloc", "omp_aligned_alloc", "omp_calloc", "omp_aligned_calloc"}) {
            if (is_library_call(call, name)) return true;
        }
        if (is_library_call(call, "realloc") && call->getNumArgs() == 2) return true;
        for (const char* name : {"memalign", "_mm_malloc"}) {
            if (is_library_call(call, name) && call->getNumArgs() == 2) return true;
        }
        for (const char* name :
             {"alloca", "__builtin_alloca", "__builtin_malloc", "valloc", "__musimd_new_numbers"}) {
            if (is_library_call(call, name) && call->getNumArgs() == 1) return true;
        }
        if (is_library_call(call, "omp_target_alloc") && call->getNumArgs() == 2) return true;
        const ast::FunctionDecl* callee = definition_of(call);
        return callee != nullptr && returns_new_memory(callee);
    }

  private:
    // It asks for memory at one place, which no loop repeats, and returns nothing else.
    bool returns_new_memory(const ast::FunctionDecl* f) {
        if (!f->getReturnType()->isPointerType() || !seen_.insert(f).second) return false;
        unsigned places = 0;
        const bool in_loop = any_below(f->getBody(), [&](const ast::Stmt* s) {
            return is_loop(s) && any_below(s, [&](const ast::Stmt* part) { return asks(part); });
        });
        bool others = false;
        any_below(f->getBody(), [&](const ast::Stmt* s) {
            if (asks(s)) ++places;
            const auto* back = llvm::dyn_cast<ast::ReturnStmt>(s);
            if (back != nullptr && !is_new(back->getRetValue(), f)) others = true;
            return false;
        });
        seen_.erase(f);
        return places == 1 && !in_loop && !others;
    }

    bool asks(const ast::Stmt* s) {
        const auto* call = llvm::dyn_cast<ast::CallExpr>(s);
        return call != nullptr && (is_library_call(call, "posix_memalign") || is_allocating(call));
    }

    bool is_new(const ast::Expr* e, const ast::FunctionDecl* f) {
        if (e == nullptr) return false;
        if (is_allocating(call_under_casts(e))) return true;
        const auto* v = llvm::dyn_cast_or_null<ast::VarDecl>(named(e));
        return v != nullptr && v->hasLocalStorage() && !llvm::isa<ast::ParmVarDecl>(v) &&
               llvm::isa<ast::DeclRefExpr>(e->IgnoreParenCasts()) && has_only_new(v, f);
    }

    /// Whether all that the variable gets is new memory, or null.
    bool has_only_new(const ast::VarDecl* v, const ast::FunctionDecl* f) {
        const auto* context = &f->getASTContext();
        const auto fits = [&](const ast::Expr* e) {
            return is_allocating(call_under_casts(e)) ||
                   e->isNullPointerConstant(const_cast<ast::ASTContext&>(*context),
                                            ast::Expr::NPC_ValueDependentIsNotNull) !=
                       ast::Expr::NPCK_NotNull;
        };
        if (v->getInit() != nullptr && !fits(v->getInit())) return false;
        return !any_below(f->getBody(), [&](const ast::Stmt* s) {
            if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
                binary != nullptr && binary->isAssignmentOp() && named_variable(binary->getLHS()) == v)
                return binary->getOpcode() != ast::BO_Assign || !fits(binary->getRHS());
            const auto* call = llvm::dyn_cast<ast::CallExpr>(s);
            if (call != nullptr && variable_of_memalign(call) == v) memaligned_.insert(call->getArg(0));
            const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(s);
            if (unary == nullptr || named_variable(unary->getSubExpr()) != v) return false;
            const bool of_memalign = std::ranges::any_of(
                memaligned_, [&](const ast::Expr* e) { return e->IgnoreParenCasts() == unary; });
            return unary->isIncrementDecrementOp() || (unary->getOpcode() == ast::UO_AddrOf && !of_memalign);
        });
    }

    std::set<const ast::FunctionDecl*> seen_;
    std::set<const ast::Expr*> memaligned_;
};

}  // namespace

const ast::CallExpr* call_under_casts(const ast::Expr* e) {
    return llvm::dyn_cast<ast::CallExpr>(e->IgnoreParenCasts());
}

bool is_library_call(const ast::CallExpr* call, llvm::StringRef name) {
    const ast::FunctionDecl* callee = call->getDirectCallee();
    return callee != nullptr && callee->getDeclName().isIdentifier() && !callee->isDefined() &&
           callee->getName() == name;
}

bool allocates(const ast::CallExpr* call) {
    return Allocators().is_allocating(call);
}

const ast::VarDecl* variable_of_memalign(const ast::CallExpr* call) {
    if (!is_library_call(call, "posix_memalign") || call->getNumArgs() != 3) return nullptr;
    const auto* address = llvm::dyn_cast<ast::UnaryOperator>(call->getArg(0)->IgnoreParenCasts());
    if (address == nullptr || address->getOpcode() != ast::UO_AddrOf) return nullptr;
    return named_variable(address->getSubExpr());
}

namespace {

bool changes(const ast::Stmt* s, const ast::VarDecl* v) {
    const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
    if (binary != nullptr && binary->isAssignmentOp()) return named_variable(binary->getLHS()) == v;
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(s);
    return unary != nullptr && (unary->isIncrementDecrementOp() || unary->getOpcode() == ast::UO_AddrOf) &&
           named_variable(unary->getSubExpr()) == v;
}

bool declares(const ast::Stmt* s, const ast::VarDecl* v) {
    const auto* list = llvm::dyn_cast<ast::DeclStmt>(s);
    return list != nullptr &&
           std::any_of(list->decl_begin(), list->decl_end(), [&](const ast::Decl* d) { return d == v; });
}

}  // namespace

bool is_only_assignment(const ast::BinaryOperator* assignment, const ast::VarDecl* v) {
    if (!v->hasLocalStorage() || llvm::isa<ast::ParmVarDecl>(v) || v->getInit() != nullptr) return false;
    bool together = false;
    const bool others = any_below(body_around(v), [&](const ast::Stmt* s) {
        if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
            bool declared = false;
            bool assigned = false;
            for (const ast::Stmt* part : list->body()) {
                declared = declared || declares(part, v);
                const auto* e = llvm::dyn_cast<ast::Expr>(part);
                assigned = assigned || (e != nullptr && e->IgnoreParens() == assignment);
            }
            together = together || (declared && assigned);
        }
        return s != assignment && changes(s, v);
    });
    return together && !others;
}

// ---- conversions

ast::QualType FirstConversion::of(const ast::Expr* e) {
    e = e->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return of(full->getSubExpr());
    if (const ast::QualType known = pointee_unless_void(e); !known.isNull()) return known;
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) return of(c->getSubExpr());
    if (const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(e)) {
        const ast::QualType first = of(choice->getTrueExpr());
        return first.isNull() ? of(choice->getFalseExpr()) : first;
    }
    const ast::ValueDecl* pointer = named(e);
    return pointer == nullptr ? ast::QualType{} : of(pointer);
}

ast::QualType FirstConversion::of(const ast::ValueDecl* pointer) {
    if (!pointer->getType()->isVoidPointerType() || !seen_.insert(pointer).second) return {};
    const auto* v = llvm::dyn_cast<ast::VarDecl>(pointer);
    if (v != nullptr && v->hasLocalStorage()) return in(body_around(v), pointer);
    for (const ast::TranslationUnitDecl* unit : context_.units()) {
        for (const ast::Decl* d : unit->decls()) {
            const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d);
            if (f == nullptr || !f->isThisDeclarationADefinition()) continue;
            if (const ast::QualType found = in(f->getBody(), pointer); !found.isNull()) return found;
        }
    }
    return {};
}

ast::QualType FirstConversion::in(const ast::Stmt* s, const ast::ValueDecl* pointer) {
    ast::QualType found;
    any_below(s, [&](const ast::Stmt* part) {
        found = at(part, pointer);
        return !found.isNull();
    });
    return found;
}

ast::QualType FirstConversion::at(const ast::Stmt* s, const ast::ValueDecl* pointer) {
    const auto names = [&](const ast::Expr* e) { return e != nullptr && named(e) == pointer; };
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(s); c && c->getCastKind() == ast::CK_BitCast)
        return names(c->getSubExpr()) ? pointee_unless_void(c) : ast::QualType{};
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
        binary && binary->getOpcode() == ast::BO_Assign) {
        if (names(binary->getLHS())) return of(binary->getRHS());
        return names(binary->getRHS()) ? of(binary->getLHS()) : ast::QualType{};
    }
    if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
        for (const ast::Decl* d : declarations->decls()) {
            const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
            if (v == nullptr || v->getInit() == nullptr) continue;
            if (v == pointer) return of(v->getInit());
            if (names(v->getInit()) && v->getType()->isVoidPointerType()) return of(v);
        }
    }
    if (const auto* back = llvm::dyn_cast<ast::ReturnStmt>(s)) {
        const auto* v = llvm::dyn_cast<ast::VarDecl>(pointer);
        const bool here = v != nullptr && function_ != nullptr && body_around(v) == function_->getBody();
        return here && names(back->getRetValue()) ? returned_ : ast::QualType{};
    }
    const auto* call = llvm::dyn_cast<ast::CallExpr>(s);
    return call == nullptr ? ast::QualType{} : at_call(call, pointer);
}

// What the function that has the pointer as an argument converts it to.
ast::QualType FirstConversion::at_call(const ast::CallExpr* call, const ast::ValueDecl* pointer) {
    const ast::FunctionDecl* callee = definition_of(call);
    if (callee == nullptr) return {};
    const unsigned count = std::min(call->getNumArgs(), callee->getNumParams());
    for (unsigned i = 0; i < count; ++i) {
        if (named(call->getArg(i)) != pointer) continue;
        if (const ast::QualType found = of(callee->getParamDecl(i)); !found.isNull()) return found;
    }
    return {};
}

}  // namespace musimd::reader
