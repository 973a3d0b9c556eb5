#include "reader/survey.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>
#include <vector>

#include "reader/parts.hpp"
#include "reader/task_uses.hpp"

namespace musimd::reader {
namespace {

/// Whether it may allow a second level of active regions.
bool may_allow_nesting(const ast::CallExpr* call) {
    const std::string name = call->getDirectCallee()->getNameAsString();
    const bool is_levels = name == "omp_set_max_active_levels";
    if ((!is_levels && name != "omp_set_nested") || call->getNumArgs() != 1) return false;
    const auto* number = llvm::dyn_cast<ast::IntegerLiteral>(call->getArg(0)->IgnoreParenImpCasts());
    return number == nullptr || number->getValue().ugt(is_levels ? 1 : 0);
}

class Surveyor {
  public:
    explicit Surveyor(Survey& found) : found_(found) {}

    void look(const ast::Stmt* s) {
        for_each_below(s, [this](const ast::Stmt* part) { visit(part); });
    }

  private:
    void visit(const ast::Stmt* s) {
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) return note(directive);
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
            const auto* v = llvm::dyn_cast<ast::VarDecl>(name->getDecl());
            if (v != nullptr && is_of_threads(v)) found_.names_thread = true;
        }
        if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s); call && call->getDirectCallee()) {
            look_at(call->getDirectCallee());
            found_.allows_nesting = found_.allows_nesting || may_allow_nesting(call);
        }
        if (const auto* construction = llvm::dyn_cast<ast::CXXConstructExpr>(s)) {
            const ast::CXXConstructorDecl* constructor = construction->getConstructor();
            look_at(constructor);
            if (const ast::CXXDestructorDecl* end = constructor->getParent()->getDestructor()) look_at(end);
        }
    }

    void look_at(const ast::FunctionDecl* callee) {
        const std::string name = callee->getNameAsString();
        if (name.starts_with("omp_") && name.ends_with("_lock")) found_.waits = true;
        if (name == "omp_set_num_threads") found_.sets_number = true;
        if (name == "omp_get_thread_num" || name == "omp_get_ancestor_thread_num") found_.names_thread = true;
        for (const char* asks :
             {"omp_get_num_threads", "omp_in_parallel", "omp_get_active_level", "omp_get_team_size"})
            found_.asks_threads = found_.asks_threads || name == asks;
        if (name == "omp_get_team_num") found_.names_team = true;
        if (callee->isDefined(callee) && seen_.insert(callee).second) look(callee->getBody());
    }

    void note(const ast::OMPExecutableDirective* directive) {
        const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
        found_.nests = found_.nests || ast::isOpenMPParallelDirective(kind) ||
                       ast::isOpenMPTeamsDirective(kind) || ast::isOpenMPTargetExecutionDirective(kind);
        found_.tasks = found_.tasks || is_of_tasks(directive);
        switch (kind) {
            case llvm::omp::OMPD_ordered:
                found_.waits = found_.waits || !is_ordered_simd(directive);
                break;
            case llvm::omp::OMPD_critical:
                found_.waits = true;
                break;
            case llvm::omp::OMPD_barrier:
                found_.barriers = true;
                break;
            case llvm::omp::OMPD_flush:
                found_.publishes = true;
                break;
            case llvm::omp::OMPD_atomic:
                found_.publishes =
                    found_.publishes || std::ranges::any_of(directive->clauses(), orders_accesses);
                break;
            case llvm::omp::OMPD_simd:
            case llvm::omp::OMPD_tile:
            case llvm::omp::OMPD_unroll:
            case llvm::omp::OMPD_reverse:
            case llvm::omp::OMPD_interchange:
            case llvm::omp::OMPD_scan:
            case llvm::omp::OMPD_error:
            case llvm::omp::OMPD_master:
            case llvm::omp::OMPD_masked:
            case llvm::omp::OMPD_section:
            case llvm::omp::OMPD_taskyield:
            case llvm::omp::OMPD_depobj:
            case llvm::omp::OMPD_cancel:
            case llvm::omp::OMPD_cancellation_point:
                break;
            default:  // of OpenMP's directives
                found_.shares = true;
        }
    }

    static bool orders_accesses(const ast::OMPClause* clause) {
        switch (clause->getClauseKind()) {
            case llvm::omp::OMPC_read:
            case llvm::omp::OMPC_seq_cst:
            case llvm::omp::OMPC_acq_rel:
            case llvm::omp::OMPC_acquire:
            case llvm::omp::OMPC_release:
                return true;
            default:  // of OpenMP's clauses
                return false;
        }
    }

    Survey& found_;
    std::set<const ast::FunctionDecl*> seen_;
};

const ast::Stmt* last_statement(const ast::Stmt* s) {
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s);
    return list == nullptr || list->body_empty() ? s : list->body_back();
}

bool has_private_variable(const ast::ForStmt* loop, const std::vector<const ast::DeclRefExpr*>& privates) {
    if (llvm::isa_and_nonnull<ast::DeclStmt>(loop->getInit())) return true;
    const auto* first = llvm::dyn_cast_or_null<ast::BinaryOperator>(loop->getInit());
    const ast::VarDecl* v = first == nullptr ? nullptr : named_variable(first->getLHS());
    return v != nullptr && std::ranges::any_of(privates, [&](const ast::DeclRefExpr* name) {
               return named_variable(name) == v;
           });
}

bool only_shares_loops(const ast::Stmt* s, const std::vector<const ast::DeclRefExpr*>& privates,
                       const ast::Stmt* last) {
    if (llvm::isa<ast::NullStmt>(s)) return true;
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
        switch (directive->getDirectiveKind()) {
            case llvm::omp::OMPD_for:
            case llvm::omp::OMPD_for_simd:
            case llvm::omp::OMPD_loop:
            case llvm::omp::OMPD_sections:
                return s == last || !directive->hasClausesOfKind<ast::OMPNowaitClause>();
            case llvm::omp::OMPD_barrier:
                return true;
            default:  // of OpenMP's directives
                return false;
        }
    }
    if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s))
        return std::ranges::all_of(
            list->body(), [&](const ast::Stmt* part) { return only_shares_loops(part, privates, last); });
    const auto* loop = llvm::dyn_cast<ast::ForStmt>(s);
    return loop != nullptr && has_private_variable(loop, privates) &&
           only_shares_loops(loop->getBody(), privates, nullptr);
}

}  // namespace

bool is_ordered_simd(const ast::OMPExecutableDirective* directive) {
    return directive->hasClausesOfKind<ast::OMPSIMDClause>() &&
           !directive->hasClausesOfKind<ast::OMPThreadsClause>();
}

Survey survey(const ast::Stmt* s) {
    Survey result;
    Surveyor(result).look(s);
    return result;
}

bool only_shares_loops(const ast::OMPExecutableDirective* directive) {
    const ast::Stmt* body = directive->getRawStmt();
    const Survey found = survey(body);
    if (found.waits || found.publishes || found.names_thread) return false;
    std::vector<const ast::DeclRefExpr*> privates;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPPrivateClause>()) {
        for (const ast::Expr* e : clause->varlists()) {
            if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()))
                privates.push_back(name);
        }
    }
    return only_shares_loops(body, privates, last_statement(body));
}

bool is_of_threads(const ast::VarDecl* v) {
    return v->getTLSKind() != ast::VarDecl::TLS_None ||
           v->getCanonicalDecl()->hasAttr<::clang::OMPThreadPrivateDeclAttr>() ||
           v->hasAttr<::clang::OMPThreadPrivateDeclAttr>();
}

Schedule schedule_of(const ast::OMPExecutableDirective* directive) {
    if (const auto* clause = directive->getSingleClause<ast::OMPDistScheduleClause>())
        return {
            .fixed = true, .chunk = clause->getChunkSize(), .by_chunks = clause->getChunkSize() != nullptr};
    const auto* clause = directive->getSingleClause<ast::OMPScheduleClause>();
    if (clause == nullptr) {
        const auto* order = directive->getSingleClause<ast::OMPOrderClause>();
        return {.fixed = order != nullptr && order->getModifier() == ast::OMPC_ORDER_MODIFIER_reproducible};
    }
    switch (clause->getScheduleKind()) {
        case ast::OMPC_SCHEDULE_static:
            return {.fixed = true,
                    .chunk = clause->getChunkSize(),
                    .by_chunks = clause->getChunkSize() != nullptr};
        case ast::OMPC_SCHEDULE_dynamic:
        case ast::OMPC_SCHEDULE_guided:
            return {.fixed = false, .chunk = clause->getChunkSize(), .by_chunks = true};
        default:  // auto, runtime
            return {};
    }
}

}  // namespace musimd::reader
