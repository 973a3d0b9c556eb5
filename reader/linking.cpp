#include "reader/linking.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <string>

namespace musimd::reader {
namespace {

namespace ast = ::clang;

/// The declarations of one thing, which Clang keeps as a list per source.
template <typename D>
struct Redeclarations : ast::Redeclarable<D> {
    static void append(D* first, D* next) {
        const auto link = &Redeclarations::RedeclLink;
        const auto head = &Redeclarations::First;
        next->*link = Redeclarations::PreviousDeclLink((first->*link).getPrevious(first));
        next->*head = first;
        (first->*link).setLatest(next);
    }
};

template <typename D>
void join(D* first, D* other) {
    first = first->getFirstDecl();
    if (first == other->getFirstDecl()) return;
    std::vector<D*> oldest_last;
    for (D* d : other->getMostRecentDecl()->redecls()) oldest_last.push_back(d);
    std::ranges::reverse(oldest_last);
    for (D* d : oldest_last) Redeclarations<D>::append(first, d);
}

/// The library of the machine has `static` variables that are those of the whole program.
bool is_of_machine(const ast::Decl* d) {
    const ast::SourceManager& sources = d->getASTContext().getSourceManager();
    return sources.getFilename(sources.getExpansionLoc(d->getLocation())).starts_with("/musimd-headers/");
}

bool is_definition(const ast::VarDecl* v) {
    return v->isThisDeclarationADefinition() != ast::VarDecl::DeclarationOnly;
}
bool is_definition(const ast::FunctionDecl* f) {
    return f->isThisDeclarationADefinition();
}
bool is_definition(const ast::TagDecl* c) {
    return c->isThisDeclarationADefinition();
}

bool is_only_one(const ast::VarDecl* v) {
    return v->getASTContext().GetGVALinkageForVariable(v) == ast::GVA_StrongExternal;
}
bool is_only_one(const ast::FunctionDecl* f) {
    return f->getASTContext().GetGVALinkageForFunction(f) == ast::GVA_StrongExternal;
}
bool is_only_one(const ast::TagDecl*) {
    return false;
}

/// By the linker's names.
template <typename D>
class Named {
  public:
    void add(const std::string& name, D* d) {
        std::vector<D*>& all = declared_[name];
        if (std::ranges::find(all, d->getFirstDecl()) == all.end()) all.push_back(d->getFirstDecl());
    }

    void link() {
        for (auto& [name, all] : declared_) {
            if (all.size() < 2) continue;
            refuse_second(all);
            for (std::size_t i = 1; i < all.size(); ++i) join(all[0], all[i]);
        }
    }

  private:
    static const D* definition(D* first) {
        for (const D* d : first->redecls()) {
            if (is_definition(d)) return d;
        }
        return nullptr;
    }

    static void refuse_second(const std::vector<D*>& all) {
        const D* known = nullptr;
        for (D* first : all) {
            const D* const own = definition(first);
            if (own == nullptr || is_of_machine(own) || !is_only_one(own)) continue;
            if (known != nullptr) report(own, known);
            if (known == nullptr) known = own;
        }
    }

    static void report(const D* second, const D* first) {
        const ast::SourceManager& sources = second->getASTContext().getSourceManager();
        const ast::PresumedLoc other = sources.getPresumedLoc(sources.getExpansionLoc(first->getLocation()));
        ast::DiagnosticsEngine& diagnostics = second->getASTContext().getDiagnostics();
        const unsigned id = diagnostics.getCustomDiagID(ast::DiagnosticsEngine::Error, "%0");
        diagnostics.Report(second->getLocation(), id)
            << "'" + second->getNameAsString() + "' is also defined at " + other.getFilename() + ":" +
                   std::to_string(other.getLine()) +
                   "; only one source can define it, unless it is `static` in the other";
    }

    std::map<std::string, std::vector<D*>> declared_;
};

class Linker final : public ast::RecursiveASTVisitor<Linker> {
  public:
    bool shouldVisitTemplateInstantiations() const { return true; }

    void look_into(ast::ASTContext& tree) {
        ast::ASTNameGenerator names(tree);
        names_ = &names;
        TraverseDecl(tree.getTranslationUnitDecl());
    }

    bool VisitFunctionDecl(ast::FunctionDecl* f) {
        if (!f->isDependentContext() && f->isExternallyVisible() && !llvm::isa<ast::CXXDeductionGuideDecl>(f))
            functions_.add(names_->getName(f), f);
        return true;
    }

    /// A function that is called without a declaration is in no list of them.
    bool VisitDeclRefExpr(ast::DeclRefExpr* name) {
        auto* const f = llvm::dyn_cast<ast::FunctionDecl>(name->getDecl());
        return f == nullptr || !f->isImplicit() || VisitFunctionDecl(f);
    }

    bool VisitVarDecl(ast::VarDecl* v) {
        const bool is_template = v->getDescribedVarTemplate() != nullptr ||
                                 llvm::isa<ast::VarTemplatePartialSpecializationDecl>(v);
        if (!v->hasGlobalStorage() || v->isStaticLocal() || v->getDeclContext()->isDependentContext() ||
            is_template)
            return true;
        const bool is_shared = !v->isExternallyVisible() && is_of_machine(v);
        if (v->isExternallyVisible() || is_shared)
            variables_.add((is_shared ? "static " : "") + names_->getName(v), v);
        return true;
    }

    bool VisitCXXRecordDecl(ast::CXXRecordDecl* c) {
        if (!c->isDependentContext() && c->isExternallyVisible() && !c->isLambda() &&
            !c->getQualifiedNameAsString().empty() && !llvm::isa<ast::ClassTemplateSpecializationDecl>(c))
            classes_.add(c->getQualifiedNameAsString(), c);
        return true;
    }

    void link() {
        functions_.link();
        variables_.link();
        classes_.link();
    }

  private:
    ast::ASTNameGenerator* names_ = nullptr;
    Named<ast::FunctionDecl> functions_;
    Named<ast::VarDecl> variables_;
    Named<ast::TagDecl> classes_;
};

}  // namespace

void link(const std::vector<ast::ASTContext*>& units) {
    Linker linker;
    for (ast::ASTContext* tree : units) linker.look_into(*tree);
    linker.link();
}

bool are_same(ast::QualType a, ast::QualType b) {
    a = a.getCanonicalType();
    b = b.getCanonicalType();
    return a == b || a.getAsString() == b.getAsString();
}

}  // namespace musimd::reader
