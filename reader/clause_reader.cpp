#include <algorithm>
#include <string>

#include "reader/readers.hpp"

// Clauses of directives.

namespace musimd::reader {
namespace {

template <typename Clause>
void add_names(const ast::OMPClause* clause, std::vector<const ast::DeclRefExpr*>& names) {
    for (const ast::Expr* e : llvm::cast<Clause>(clause)->varlists()) {
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()))
            names.push_back(name);
    }
}

/// Clauses that regions and constructs of threads read themselves.
bool is_of_teams(llvm::omp::Clause kind) {
    switch (kind) {
        case llvm::omp::OMPC_ordered:
        case llvm::omp::OMPC_copyin:
        case llvm::omp::OMPC_copyprivate:
        case llvm::omp::OMPC_filter:
            return true;
        default:  // of OpenMP's clauses
            return false;
    }
}

}  // namespace

bool names(const std::vector<const ast::DeclRefExpr*>& clause, const ast::Expr* variable) {
    return std::ranges::any_of(clause, [&](const ast::DeclRefExpr* name) {
        return named_variable(name) == named_variable(variable);
    });
}

std::uint32_t Clauses::width(std::uint32_t otherwise) const {
    if (one_at_a_time) return 1;
    if (simdlen != 0) return simdlen;
    return safelen != 0 ? std::min<std::uint32_t>(safelen, 32) : otherwise;
}

Clauses ClauseReader::read(const ast::OMPExecutableDirective* directive, bool simd, bool team) const {
    Clauses result;
    for (const ast::OMPClause* clause : directive->clauses()) {
        if (team && clause != nullptr && is_of_teams(clause->getClauseKind())) continue;
        if (team && clause != nullptr && clause->getClauseKind() == llvm::omp::OMPC_lastprivate) {
            add_names<ast::OMPLastprivateClause>(clause, result.last_privates);
            const bool conditional =
                llvm::cast<ast::OMPLastprivateClause>(clause)->getKind() == ast::OMPC_LASTPRIVATE_conditional;
            if (conditional) add_names<ast::OMPLastprivateClause>(clause, result.conditional);
            continue;
        }
        // Clang adds clauses for what the directive implies.
        const bool parallel = directive->getDirectiveKind() != llvm::omp::OMPD_simd;
        const bool target = ast::isOpenMPTargetExecutionDirective(directive->getDirectiveKind());
        if (clause != nullptr && !clause->isImplicit()) read_clause(clause, simd, parallel, target, result);
    }
    return result;
}

void ClauseReader::read_clause(const ast::OMPClause* clause, bool simd, bool parallel, bool target,
                               Clauses& found) const {
    const auto number = [&](const ast::Expr* e) { return context_.integer(e).value_or(1); };
    const auto width = [&](const ast::Expr* e) {
        return static_cast<std::uint32_t>(std::min<std::int64_t>(number(e), 1u << 16));
    };
    const llvm::omp::Clause kind = clause->getClauseKind();
    if (kind == llvm::omp::OMPC_if) return read_if(llvm::cast<ast::OMPIfClause>(clause), simd, found);
    if (kind == llvm::omp::OMPC_private) return add_names<ast::OMPPrivateClause>(clause, found.privates);
    if (simd && kind == llvm::omp::OMPC_simdlen) {
        found.simdlen = width(llvm::cast<ast::OMPSimdlenClause>(clause)->getSimdlen());
    } else if (simd && kind == llvm::omp::OMPC_safelen) {
        found.safelen = width(llvm::cast<ast::OMPSafelenClause>(clause)->getSafelen());
    } else if (kind == llvm::omp::OMPC_collapse) {
        const ast::Expr* depth = llvm::cast<ast::OMPCollapseClause>(clause)->getNumForLoops();
        found.collapse = number(depth);
    } else if (kind == llvm::omp::OMPC_reduction) {
        found.reductions.push_back(llvm::cast<ast::OMPReductionClause>(clause));
    } else if (kind == llvm::omp::OMPC_linear) {
        found.linear.push_back(llvm::cast<ast::OMPLinearClause>(clause));
    } else if (kind == llvm::omp::OMPC_lastprivate) {
        const auto* last = llvm::cast<ast::OMPLastprivateClause>(clause);
        const bool conditional = last->getKind() == ast::OMPC_LASTPRIVATE_conditional;
        add_names<ast::OMPLastprivateClause>(clause, found.last_privates);
        if (conditional) add_names<ast::OMPLastprivateClause>(clause, found.conditional);
    } else if (parallel && kind == llvm::omp::OMPC_firstprivate) {
        add_names<ast::OMPFirstprivateClause>(clause, found.first_privates);
    } else {
        static constexpr llvm::omp::Clause kNoEffect[] = {llvm::omp::OMPC_map,
                                                          llvm::omp::OMPC_shared,
                                                          llvm::omp::OMPC_default,
                                                          llvm::omp::OMPC_schedule,
                                                          llvm::omp::OMPC_num_teams,
                                                          llvm::omp::OMPC_thread_limit,
                                                          llvm::omp::OMPC_num_threads,
                                                          llvm::omp::OMPC_device,
                                                          llvm::omp::OMPC_nowait,
                                                          llvm::omp::OMPC_proc_bind,
                                                          llvm::omp::OMPC_defaultmap,
                                                          llvm::omp::OMPC_is_device_ptr,
                                                          llvm::omp::OMPC_has_device_addr,
                                                          llvm::omp::OMPC_uses_allocators,
                                                          llvm::omp::OMPC_allocate,
                                                          llvm::omp::OMPC_dist_schedule,
                                                          llvm::omp::OMPC_bind,
                                                          llvm::omp::OMPC_filter,
                                                          llvm::omp::OMPC_grainsize,
                                                          llvm::omp::OMPC_num_tasks,
                                                          llvm::omp::OMPC_priority,
                                                          llvm::omp::OMPC_nogroup,
                                                          llvm::omp::OMPC_untied,
                                                          llvm::omp::OMPC_mergeable,
                                                          llvm::omp::OMPC_final};
        static constexpr llvm::omp::Clause kPromises[] = {llvm::omp::OMPC_order, llvm::omp::OMPC_aligned,
                                                          llvm::omp::OMPC_nontemporal};
        if (parallel && std::ranges::find(kNoEffect, kind) != std::end(kNoEffect)) return;
        if (target && kind == llvm::omp::OMPC_in_reduction) return;  // see Tasks
        if (target && kind == llvm::omp::OMPC_depend) return;  // regions come in the order of the program
        if (std::ranges::find(kPromises, kind) != std::end(kPromises)) return;
        context_.report(clause->getBeginLoc(), "the clause `" + llvm::omp::getOpenMPClauseName(kind).str() +
                                                   "` is not supported yet");
    }
}

// Of a simd loop, `if(0)` is one iteration at a time. Nothing else depends on it: the iterations of a
// parallel loop are independent of each other in any case.
void ClauseReader::read_if(const ast::OMPIfClause* clause, bool simd, Clauses& found) const {
    const auto modifier = clause->getNameModifier();
    const bool of_simd = modifier == llvm::omp::OMPD_unknown || modifier == llvm::omp::OMPD_simd;
    if (simd && of_simd && context_.integer(clause->getCondition()) == 0) found.one_at_a_time = true;
}

}  // namespace musimd::reader
