#include "reader/shared_scalars.hpp"

#include <tuple>
#include <utility>

#include "reader/object_changes.hpp"
#include "reader/storage.hpp"
#include "reader/survey.hpp"
#include "reader/variable_uses.hpp"

namespace musimd::reader {
namespace {

class SharedScalars {
  public:
    explicit SharedScalars(std::set<const ast::VarDecl*>& found) : found_(found) {}

    void statement(const ast::Stmt* s) {
        if (s == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) return enter(directive);
        if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declarations->decls()) {
                if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d); v != nullptr && v->hasLocalStorage())
                    private_.insert(v);
            }
        }
        // What is reached by an address may be assigned, too.
        const ast::Expr* const target = assigned_by(s) != nullptr ? assigned_by(s) : address_taken_by(s);
        if (target != nullptr && parallel_) {
            const ast::VarDecl* v = whole_variable(target);
            if (v != nullptr && !private_.contains(v)) found_.insert(v);
        }
        if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s); call != nullptr && parallel_)
            changed_object(call);
        for (const ast::Stmt* part : s->children()) statement(part);
    }

  private:
    void changed_object(const ast::CallExpr* call) {
        const ast::Expr* object = object_of(call);
        const ast::VarDecl* v = object == nullptr ? nullptr : whole_variable(object);
        if (v != nullptr && !private_.contains(v) && changes_its_object(call->getDirectCallee()))
            found_.insert(v);
    }

    void enter(const ast::OMPExecutableDirective* directive) {
        if (!directive->hasAssociatedStmt()) return;
        const auto outside = std::tuple(private_, parallel_, threads_, team_);
        const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
        if (ast::isOpenMPParallelDirective(kind) || ast::isOpenMPTeamsDirective(kind)) {
            const bool has_threads = ast::isOpenMPParallelDirective(kind);
            if (!parallel_ || (has_threads && !threads_))
                private_.clear();  // those of the code around it are shared
            parallel_ = true;
            threads_ = threads_ || has_threads;
            if (!only_shares_loops(directive)) team_ = true;
        }
        const auto& [privates, was_parallel, had_threads, was_team] = outside;
        const bool shares = !ast::isOpenMPTeamsDirective(kind) &&
                            (ast::isOpenMPParallelDirective(kind) ? was_team && !had_threads : team_);
        for (const ast::OMPClause* clause : directive->clauses()) {
            if (clause == nullptr) continue;
            if (shares && assigns_original(clause->getClauseKind())) note_names(clause, privates);
            if (is_private(clause->getClauseKind())) add_names(clause);
        }
        if (const auto* loop = llvm::dyn_cast<ast::OMPLoopDirective>(directive)) add_loop_variables(loop);
        statement(directive->getRawStmt());
        std::tie(private_, parallel_, threads_, team_) = outside;
    }

    static bool is_private(llvm::omp::Clause kind) {
        switch (kind) {
            case llvm::omp::OMPC_private:
            case llvm::omp::OMPC_firstprivate:
            case llvm::omp::OMPC_lastprivate:
            case llvm::omp::OMPC_linear:
            case llvm::omp::OMPC_reduction:
                return true;
            default:  // of OpenMP's clauses
                return false;
        }
    }

    /// Of a construct in a parallel region.
    static bool assigns_original(llvm::omp::Clause kind) {
        return kind == llvm::omp::OMPC_reduction || kind == llvm::omp::OMPC_lastprivate ||
               kind == llvm::omp::OMPC_linear;
    }

    /// But for those that were private around the directive.
    void note_names(const ast::OMPClause* clause, const std::set<const ast::VarDecl*>& privates) {
        const std::set<const ast::VarDecl*> before = std::exchange(private_, {});
        add_names(clause);
        for (const ast::VarDecl* v : private_) {
            if (!before.contains(v) && !privates.contains(v)) found_.insert(v);
        }
        private_ = before;
    }

    void add_names(const ast::OMPClause* clause) {
        for (const ast::Stmt* part : const_cast<ast::OMPClause*>(clause)->children()) {
            const auto* e = llvm::dyn_cast_or_null<ast::Expr>(part);
            if (const ast::VarDecl* v = e == nullptr ? nullptr : named_variable(e)) private_.insert(v);
        }
    }

    void add_loop_variables(const ast::OMPLoopDirective* directive) {
        for (const ast::Expr* counter : directive->counters()) {
            if (const ast::VarDecl* v = named_variable(counter)) private_.insert(v);
        }
    }

    std::set<const ast::VarDecl*>& found_;
    std::set<const ast::VarDecl*> private_;
    bool parallel_ = false;  ///< in a region of threads or teams
    bool threads_ = false;   ///< in one of threads
    bool team_ = false;      ///< in a region whose threads are a team
};

}  // namespace

void find_shared_scalars(const ast::Stmt* body, std::set<const ast::VarDecl*>& found) {
    SharedScalars(found).statement(body);
}

}  // namespace musimd::reader
