#include "reader/lost_values.hpp"
#include "reader/readers.hpp"
#include "reader/survey.hpp"

// Directives outside of parallel loops, and around them.

namespace musimd::reader {
namespace {

bool is_parallel_loop(ast::OpenMPDirectiveKind kind) {
    switch (kind) {
        case llvm::omp::OMPD_parallel_for:
        case llvm::omp::OMPD_parallel_for_simd:
        case llvm::omp::OMPD_target_parallel_for:
        case llvm::omp::OMPD_target_parallel_for_simd:
        case llvm::omp::OMPD_parallel_loop:
        case llvm::omp::OMPD_target_parallel_loop:
        case llvm::omp::OMPD_teams_loop:
        case llvm::omp::OMPD_target_teams_loop:
        case llvm::omp::OMPD_parallel_master_taskloop:
        case llvm::omp::OMPD_parallel_master_taskloop_simd:
        case llvm::omp::OMPD_parallel_masked_taskloop:
        case llvm::omp::OMPD_parallel_masked_taskloop_simd:
        case llvm::omp::OMPD_teams_distribute_parallel_for:
        case llvm::omp::OMPD_teams_distribute_parallel_for_simd:
        case llvm::omp::OMPD_target_teams_distribute_parallel_for:
        case llvm::omp::OMPD_target_teams_distribute_parallel_for_simd:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

/// Clauses that say where data is, on a machine with one memory, or who runs what.
bool has_no_effect(llvm::omp::Clause kind) {
    static constexpr llvm::omp::Clause kNoEffect[] = {llvm::omp::OMPC_map,
                                                      llvm::omp::OMPC_to,
                                                      llvm::omp::OMPC_from,
                                                      llvm::omp::OMPC_device,
                                                      llvm::omp::OMPC_nowait,
                                                      llvm::omp::OMPC_default,
                                                      llvm::omp::OMPC_shared,
                                                      llvm::omp::OMPC_num_teams,
                                                      llvm::omp::OMPC_thread_limit,
                                                      llvm::omp::OMPC_if,
                                                      llvm::omp::OMPC_depend,
                                                      llvm::omp::OMPC_use_device_ptr,
                                                      llvm::omp::OMPC_use_device_addr,
                                                      llvm::omp::OMPC_is_device_ptr,
                                                      llvm::omp::OMPC_has_device_addr,
                                                      llvm::omp::OMPC_defaultmap,
                                                      llvm::omp::OMPC_uses_allocators,
                                                      llvm::omp::OMPC_allocate,
                                                      llvm::omp::OMPC_in_reduction};
    return std::ranges::find(kNoEffect, kind) != std::end(kNoEffect);
}

/// The variables of `map` that a target region may change.
std::set<const ast::VarDecl*> mapped(const ast::OMPExecutableDirective* directive) {
    std::set<const ast::VarDecl*> result;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>()) {
        for (const ast::Expr* e : clause->varlists()) result.insert(named_variable(e));
    }
    for (const auto* clause : directive->getClausesOfKind<ast::OMPInReductionClause>()) {
        for (const ast::Expr* e : clause->varlists()) result.insert(named_variable(e));
    }
    return result;
}

}  // namespace

void HostDirectives::host_directive(const ast::OMPExecutableDirective* directive) {
    readers_.device.directive(directive, [&] { with_one_memory(directive); });
}

void HostDirectives::with_one_memory(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (is_parallel_loop(kind))
        return readers_.parallel_loops.parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive), {});
    switch (kind) {
        case llvm::omp::OMPD_atomic:
            return readers_.atomics.atomic(llvm::cast<ast::OMPAtomicDirective>(directive));
        case llvm::omp::OMPD_flush:
            return;
        case llvm::omp::OMPD_error:
            return error(llvm::cast<ast::OMPErrorDirective>(directive));
        case llvm::omp::OMPD_tile:
        case llvm::omp::OMPD_unroll:
        case llvm::omp::OMPD_reverse:
        case llvm::omp::OMPD_interchange:
            return readers_.loops.transformation(llvm::cast<ast::OMPLoopTransformationDirective>(directive));
        case llvm::omp::OMPD_target_simd:
            return readers_.simd_loops.simd_loop(llvm::cast<ast::OMPLoopDirective>(directive));
        case llvm::omp::OMPD_simd:
            return readers_.simd_loops.simd_loop(llvm::cast<ast::OMPSimdDirective>(directive));
        case llvm::omp::OMPD_target_update:
        case llvm::omp::OMPD_target_enter_data:
        case llvm::omp::OMPD_target_exit_data:
            return check_data_clauses(directive);
        case llvm::omp::OMPD_target_data:
            check_data_clauses(directive);
            return statement(directive->getRawStmt());
        case llvm::omp::OMPD_target:
            return target(directive);
        case llvm::omp::OMPD_parallel:
        case llvm::omp::OMPD_target_parallel:
        case llvm::omp::OMPD_parallel_master:
        case llvm::omp::OMPD_parallel_masked:
            return parallel_region(directive);
        case llvm::omp::OMPD_parallel_sections:
            return parallel_sections(directive);
        case llvm::omp::OMPD_sections:
            if (here_.parallel != nullptr) return readers_.threads.sections(directive);
            by_one_thread(directive);
            return;
        case llvm::omp::OMPD_teams:
        case llvm::omp::OMPD_target_teams:
            return readers_.teams.teams(directive);
        case llvm::omp::OMPD_distribute:
        case llvm::omp::OMPD_distribute_simd:
        case llvm::omp::OMPD_distribute_parallel_for:
        case llvm::omp::OMPD_distribute_parallel_for_simd:
        case llvm::omp::OMPD_teams_distribute:
        case llvm::omp::OMPD_teams_distribute_simd:
        case llvm::omp::OMPD_target_teams_distribute:
        case llvm::omp::OMPD_target_teams_distribute_simd:
            return readers_.teams.distribute(llvm::cast<ast::OMPLoopDirective>(directive));
        case llvm::omp::OMPD_loop:
            return loop(llvm::cast<ast::OMPLoopDirective>(directive));
        case llvm::omp::OMPD_for:
        case llvm::omp::OMPD_for_simd:
            if (here_.parallel != nullptr)
                return readers_.parallel_loops.parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive),
                                                             *here_.parallel);
            by_one_thread(directive);
            return;
        case llvm::omp::OMPD_barrier:
            return readers_.device.wait(directive->getBeginLoc());
        default:  // of OpenMP's directives
            if (by_one_thread(directive)) return;
    }
    const std::string name = llvm::omp::getOpenMPDirectiveName(kind).str();
    context_.fail(directive->getBeginLoc(), "`#pragma omp " + name + "` is not supported here yet");
}

/// Where it is executed: it ends the program, unless it is a warning.
void HostDirectives::error(const ast::OMPErrorDirective* directive) {
    const auto* severity = directive->getSingleClause<ast::OMPSeverityClause>();
    if (severity != nullptr && severity->getSeverityKind() == ast::OMPC_SEVERITY_warning) return;
    emitter_.end_program(directive->getBeginLoc());
}

/// The iterations of a `loop` may run at once in any case.
void HostDirectives::loop(const ast::OMPLoopDirective* directive) {
    if (here_.team_count != nullptr) return readers_.teams.distribute(directive);
    const Clauses none;
    readers_.parallel_loops.parallel_loop(directive, here_.parallel == nullptr ? none : *here_.parallel);
}

/// Constructs of a team outside of regions: the team is one thread. Whether it is such a construct.
bool HostDirectives::by_one_thread(const ast::OMPExecutableDirective* directive) {
    if (ast::isOpenMPParallelDirective(directive->getDirectiveKind())) return false;
    const llvm::SaveAndRestore alone(here_.alone, true);
    bool known = false;
    attempt([&] { known = readers_.regions.team_directive(directive); });
    return known;
}

void HostDirectives::parallel_sections(const ast::OMPExecutableDirective* directive) {
    const Survey inside = survey(directive->getRawStmt());
    if (!inside.threads_meet() && !inside.names_thread && !inside.barriers)
        return readers_.threads.sections(directive);
    readers_.regions.team_region(directive, [&] {
        Clauses found;
        found.last_privates = readers_.clauses.read(directive, false, true).last_privates;
        readers_.worksharing.shared_sections(directive, found);
    });
}

void HostDirectives::check_data_clauses(const ast::OMPExecutableDirective* directive) const {
    for (const ast::OMPClause* clause : directive->clauses()) {
        if (clause == nullptr || clause->isImplicit() || has_no_effect(clause->getClauseKind())) continue;
        const bool is_own = directive->getDirectiveKind() == llvm::omp::OMPD_target &&
                            (clause->getClauseKind() == llvm::omp::OMPC_private ||
                             clause->getClauseKind() == llvm::omp::OMPC_firstprivate);
        if (is_own) continue;
        const std::string name = llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str();
        context_.report(clause->getBeginLoc(), "the clause `" + name + "` is not supported here yet");
    }
}

void HostDirectives::target(const ast::OMPExecutableDirective* directive) {
    const NestedScope scope(here_);
    check_data_clauses(directive);
    readers_.bindings.freeze(kLost);
    for (const ast::VarDecl* v : mapped(directive)) here_.frozen.erase(v);
    if (readers_.device.follows()) {  // the run follows what is in memory
        std::erase_if(here_.frozen, [&](const auto& frozen) {
            return here_.bindings.at(frozen.first).kind == Binding::Kind::cell;
        });
    }
    const Clauses found = readers_.clauses.read(directive, false);
    readers_.privates.region_privates(found);
    copy_unmapped(directive);
    statement(directive->getRawStmt());
}

void HostDirectives::copy_in_region(const ast::OMPExecutableDirective* directive) {
    const std::set<const ast::VarDecl*> named = mapped(directive);
    for (const ast::VarDecl* v : readers_.uses.assigned_in(directive->getRawStmt())) {
        const auto known = here_.bindings.find(v);
        const bool is_number = context_.number(v->getType()).has_value();
        if (!is_number || known == here_.bindings.end() || named.contains(v)) continue;
        const bool has_value = uses_around(v, directive->getRawStmt(), context_).has_value;
        attempt([&] { readers_.privates.copy_variable(v, has_value, directive->getBeginLoc()); });
    }
}

/// Numbers that no `map` names are `firstprivate`. Where the code after the region reads such a number, which
/// the region assigns, it stays an error.
void HostDirectives::copy_unmapped(const ast::OMPExecutableDirective* directive) {
    const ast::Stmt* body = directive->getRawStmt();
    for (const ast::VarDecl* v : readers_.uses.assigned_in(body)) {
        const auto known = here_.bindings.find(v);
        if (!here_.frozen.contains(v) || known == here_.bindings.end() || v->getType()->isPointerType())
            continue;
        const UsesAround uses = uses_around(v, body, context_);
        if (uses.is_read_after) continue;
        here_.frozen.erase(v);
        readers_.privates.copy_variable(v, uses.has_value, body->getBeginLoc());
    }
}

// Every thread runs the code between the worksharing loops. It has no effects of its own.
void HostDirectives::parallel_region(const ast::OMPExecutableDirective* directive) {
    const Survey inside = survey(directive->getRawStmt());
    const bool copies = directive->hasClausesOfKind<ast::OMPCopyinClause>();
    const auto kind = directive->getDirectiveKind();
    const bool by_one = kind == llvm::omp::OMPD_parallel_master || kind == llvm::omp::OMPD_parallel_masked;
    const auto read = [&] {
        by_one ? readers_.regions.masked(directive) : statement(directive->getRawStmt());
    };
    if (!inside.threads_meet() && !copies) return readers_.threads.region(directive, read);
    if (copies || by_one || !only_shares_loops(directive) ||
        Privates::has_objects(readers_.clauses.read(directive, false, true)))
        return readers_.regions.team_region(directive, read);
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false);
    readers_.bindings.freeze("all threads assign it");
    readers_.privates.region_privates(found);
    here_.parallel = &found;
    readers_.thread_numbers.enter(directive, inside.asks_threads);
    here_.threads_of_loops = readers_.thread_numbers.known_threads(directive);
    statement(directive->getRawStmt());
}

}  // namespace musimd::reader
