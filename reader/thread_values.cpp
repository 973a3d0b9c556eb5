#include "reader/thread_values.hpp"

#include <llvm/Support/SaveAndRestore.h>

#include <vector>

#include "reader/parts.hpp"

namespace musimd::reader {
namespace {

/// What an assignment, an argument or a `return` gives a value to.
struct Flow {
    const ast::Decl* to;
    const ast::Expr* from;
};

/// The variable that the place is, or is a part of; null: it is in memory that a pointer leads to.
const ast::VarDecl* variable_of(const ast::Expr* place) {
    place = place->IgnoreParenImpCasts();
    if (const auto* member = llvm::dyn_cast<ast::MemberExpr>(place); member != nullptr && !member->isArrow())
        return variable_of(member->getBase());
    return named_variable(place);
}

/// Collects the flows of all functions, and the variables that differ for themselves.
class Flows {
  public:
    Flows(const Context& context, std::vector<Flow>& flows, std::set<const ast::Decl*>& differ)
        : context_(context), flows_(flows), differ_(differ) {}

    void look_into(const ast::DeclContext* declarations) {
        for (const ast::Decl* d : declarations->decls()) {
            if (context_.is_of_system(d->getLocation())) continue;
            if (const auto* functions = llvm::dyn_cast<ast::FunctionTemplateDecl>(d)) {
                for (const ast::FunctionDecl* f : functions->specializations()) look_at(f);
            } else if (const auto* classes = llvm::dyn_cast<ast::ClassTemplateDecl>(d)) {
                for (const ast::CXXRecordDecl* c : classes->specializations()) look_into(c);
            } else if (const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d)) {
                look_at(f);
            } else if (llvm::isa<ast::NamespaceDecl, ast::CXXRecordDecl, ast::LinkageSpecDecl>(d)) {
                look_into(llvm::cast<ast::DeclContext>(d));
            }
        }
    }

  private:
    void look_at(const ast::FunctionDecl* f) {
        if (!f->doesThisDeclarationHaveABody()) return;
        function_ = f;
        look(f->getBody());
    }

    void look(const ast::Stmt* s) {
        if (s == nullptr) return;
        if (const auto* declared = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declared->decls()) declare(llvm::dyn_cast<ast::VarDecl>(d));
        } else if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
                   binary != nullptr && binary->isAssignmentOp()) {
            assign(binary);
        } else if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s)) {
            pass(call);
        } else if (const auto* returned = llvm::dyn_cast<ast::ReturnStmt>(s);
                   returned != nullptr && returned->getRetValue() != nullptr) {
            flows_.push_back({function_->getCanonicalDecl(), returned->getRetValue()});
        }
        if (const auto* atomic = llvm::dyn_cast<ast::OMPAtomicDirective>(s)) capture(atomic);
        const llvm::SaveAndRestore inside(in_critical_,
                                          in_critical_ || llvm::isa<ast::OMPCriticalDirective>(s));
        for_each_part(s, [this](const ast::Stmt* part) { look(part); });
    }

    void declare(const ast::VarDecl* v) {
        if (v == nullptr || v->getInit() == nullptr) return;
        flows_.push_back({v, v->getInit()});
    }

    void assign(const ast::BinaryOperator* e) {
        const ast::VarDecl* v = variable_of(e->getLHS());
        if (v == nullptr) return;
        flows_.push_back({v, e->getRHS()});
        if (in_critical_ && e->getOpcode() == ast::BO_Assign) differ_.insert(v);
    }

    void capture(const ast::OMPAtomicDirective* directive) {
        const ast::VarDecl* v = directive->getV() == nullptr ? nullptr : variable_of(directive->getV());
        if (v != nullptr && directive->hasClausesOfKind<ast::OMPCaptureClause>()) differ_.insert(v);
    }

    void pass(const ast::CallExpr* call) {
        const ast::FunctionDecl* callee = call->getDirectCallee();
        if (callee == nullptr || !callee->isDefined(callee)) return;
        const std::size_t first =
            llvm::isa<ast::CXXOperatorCallExpr>(call) && callee->isCXXInstanceMember() ? 1 : 0;
        for (std::size_t i = 0; i < callee->getNumParams() && i + first < call->getNumArgs(); ++i)
            flows_.push_back({callee->getParamDecl(static_cast<unsigned>(i)),
                              call->getArg(static_cast<unsigned>(i + first))});
    }

    const Context& context_;
    std::vector<Flow>& flows_;
    std::set<const ast::Decl*>& differ_;
    const ast::FunctionDecl* function_ = nullptr;
    bool in_critical_ = false;
};

}  // namespace

bool ThreadValues::are_named_in(const ast::Stmt* s) {
    if (!found_) find();
    found_ = true;
    return differs(s);
}

bool ThreadValues::differs(const ast::Stmt* s) const {
    return any_below(s, [this](const ast::Stmt* part) {
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(part))
            return differ_.contains(name->getDecl());
        const auto* call = llvm::dyn_cast<ast::CallExpr>(part);
        const ast::FunctionDecl* f = call == nullptr ? nullptr : call->getDirectCallee();
        return f != nullptr && (f->getNameAsString() == "omp_get_thread_num" ||
                                (f->isDefined() && differ_.contains(f->getCanonicalDecl())));
    });
}

// Values flow along assignments, arguments and results until no more variable differs.
void ThreadValues::find() {
    std::vector<Flow> flows;
    Flows collector(context_, flows, differ_);
    for (const ast::TranslationUnitDecl* unit : context_.units()) collector.look_into(unit);
    for (bool grew = true; grew;) {
        grew = false;
        for (const Flow& flow : flows) {
            if (!differ_.contains(flow.to) && differs(flow.from)) grew = differ_.insert(flow.to).second;
        }
    }
}

}  // namespace musimd::reader
