#include "reader/task_uses.hpp"

#include <utility>

#include "reader/variable_uses.hpp"

namespace musimd::reader {
namespace {

class Finder {
  public:
    Finder(bool nests, TaskUses& found) : nests_(nests), found_(found) {}

    void look(const ast::Stmt* s) {
        if (s == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) return enter(directive);
        if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declarations->decls()) {
                if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d)) own_.insert(v);
            }
        }
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
            if (name->getDecl()->getNameAsString() == "omp_in_final") found_.asks_final = true;
            share(llvm::dyn_cast<ast::VarDecl>(name->getDecl()));
        }
        for (const ast::Stmt* part : s->children()) look(part);
    }

  private:
    void share(const ast::VarDecl* v) {
        if (in_task_ && v != nullptr && v->hasLocalStorage() && !own_.contains(v)) found_.shared.insert(v);
    }

    void enter(const ast::OMPExecutableDirective* directive) {
        for (const ast::OMPClause* clause : directive->clauses()) {
            if (clause != nullptr) note_places(clause);
        }
        if (!directive->hasAssociatedStmt()) return;
        const auto outside = std::pair(own_, in_task_);
        if (makes_tasks(directive) ||
            (nests_ && ast::isOpenMPParallelDirective(directive->getDirectiveKind()))) {
            found_.any = true;
            in_task_ = true;
            own_.clear();
        }
        for (const ast::OMPClause* clause : directive->clauses()) {
            if (clause != nullptr) note_names(clause);
        }
        if (const auto* loop = llvm::dyn_cast<ast::OMPLoopDirective>(directive)) {
            for (const ast::Expr* counter : loop->counters()) own_.insert(named_variable(counter));
        }
        look(directive->getRawStmt());
        std::tie(own_, in_task_) = outside;
    }

    void note_places(const ast::OMPClause* clause) {
        if (clause->getClauseKind() == llvm::omp::OMPC_detach)
            add_place(llvm::cast<ast::OMPDetachClause>(clause)->getEventHandler());
        if (const auto* depend = llvm::dyn_cast<ast::OMPDependClause>(clause)) {
            for (const ast::Expr* e : depend->varlists()) add_place(e);
        }
    }

    void add_place(const ast::Expr* e) {
        const ast::VarDecl* v = whole_variable(e);
        if (v == nullptr || !v->hasLocalStorage()) return;
        found_.places.insert(v);
        found_.shared.insert(v);
    }

    /// Of reductions and `lastprivate`, tasks assign the original.
    void note_names(const ast::OMPClause* clause) {
        const llvm::omp::Clause kind = clause->getClauseKind();
        const bool assigns = kind == llvm::omp::OMPC_lastprivate || kind == llvm::omp::OMPC_reduction ||
                             kind == llvm::omp::OMPC_in_reduction || kind == llvm::omp::OMPC_task_reduction;
        const bool is_own = kind == llvm::omp::OMPC_private || kind == llvm::omp::OMPC_firstprivate ||
                            kind == llvm::omp::OMPC_linear;
        if (!assigns && !is_own) return;
        for (const ast::Stmt* part : const_cast<ast::OMPClause*>(clause)->children()) {
            const auto* e = llvm::dyn_cast_or_null<ast::Expr>(part);
            const ast::VarDecl* v = e == nullptr ? nullptr : whole_variable(e);
            if (v == nullptr) continue;
            if (assigns) share(v);
            own_.insert(v);
        }
    }

    bool nests_;
    TaskUses& found_;
    std::set<const ast::VarDecl*> own_;  ///< of the task, or declared in it
    bool in_task_ = false;
};

}  // namespace

void find_task_uses(const ast::Stmt* s, bool nests, TaskUses& found) {
    Finder(nests, found).look(s);
}

bool makes_tasks(const ast::OMPExecutableDirective* directive) {
    switch (directive->getDirectiveKind()) {
        case llvm::omp::OMPD_task:
        case llvm::omp::OMPD_taskloop:
        case llvm::omp::OMPD_taskloop_simd:
        case llvm::omp::OMPD_master_taskloop:
        case llvm::omp::OMPD_master_taskloop_simd:
        case llvm::omp::OMPD_masked_taskloop:
        case llvm::omp::OMPD_masked_taskloop_simd:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

bool is_of_tasks(const ast::OMPExecutableDirective* directive) {
    switch (directive->getDirectiveKind()) {
        case llvm::omp::OMPD_taskwait:
        case llvm::omp::OMPD_taskgroup:
            return true;
        default:  // of OpenMP's directives
            return makes_tasks(directive);
    }
}

}  // namespace musimd::reader
