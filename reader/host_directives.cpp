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
    static constexpr llvm::omp::Clause kNoEffect[] = {
        llvm::omp::OMPC_map,    llvm::omp::OMPC_to,        llvm::omp::OMPC_from,
        llvm::omp::OMPC_device, llvm::omp::OMPC_nowait,    llvm::omp::OMPC_default,
        llvm::omp::OMPC_shared, llvm::omp::OMPC_num_teams, llvm::omp::OMPC_thread_limit};
    return std::ranges::find(kNoEffect, kind) != std::end(kNoEffect);
}

/// The variables of `map` that a target region may change.
std::set<const ast::VarDecl*> mapped(const ast::OMPExecutableDirective* directive) {
    std::set<const ast::VarDecl*> result;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>()) {
        for (const ast::Expr* e : clause->varlists()) result.insert(named_variable(e));
    }
    return result;
}

}  // namespace

void HostDirectives::host_directive(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (is_parallel_loop(kind))
        return readers_.parallel_loops.parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive), {});
    switch (kind) {
        case llvm::omp::OMPD_atomic:
            return readers_.atomics.atomic(llvm::cast<ast::OMPAtomicDirective>(directive));
        case llvm::omp::OMPD_flush:
            return;
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
            return parallel_region(directive);
        case llvm::omp::OMPD_parallel_sections:
            return parallel_sections(directive);
        case llvm::omp::OMPD_sections:
            if (here_.parallel != nullptr) return readers_.threads.sections(directive);
            by_one_thread(directive);
            return;
        case llvm::omp::OMPD_teams:
        case llvm::omp::OMPD_target_teams:
            return teams(directive);
        case llvm::omp::OMPD_distribute:
        case llvm::omp::OMPD_teams_distribute:
        case llvm::omp::OMPD_target_teams_distribute:
            return distribute(llvm::cast<ast::OMPLoopDirective>(directive));
        case llvm::omp::OMPD_distribute_parallel_for:
        case llvm::omp::OMPD_distribute_parallel_for_simd:
            return readers_.parallel_loops.parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive), {});
        case llvm::omp::OMPD_for:
        case llvm::omp::OMPD_for_simd:
            if (here_.parallel != nullptr)
                return readers_.parallel_loops.parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive),
                                                             *here_.parallel);
            by_one_thread(directive);
            return;
        case llvm::omp::OMPD_barrier:
            return;
        default:  // of OpenMP's directives
            if (by_one_thread(directive)) return;
    }
    const std::string name = llvm::omp::getOpenMPDirectiveName(kind).str();
    context_.fail(directive->getBeginLoc(), "`#pragma omp " + name + "` is not supported here yet");
}

/// Constructs of teams outside of regions: the team is one thread. Whether it is such a construct.
bool HostDirectives::by_one_thread(const ast::OMPExecutableDirective* directive) {
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
        const std::string name = llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str();
        context_.report(clause->getBeginLoc(), "the clause `" + name + "` is not supported here yet");
    }
}

void HostDirectives::target(const ast::OMPExecutableDirective* directive) {
    const NestedScope scope(here_);
    check_data_clauses(directive);
    readers_.bindings.freeze(kLost);
    for (const ast::VarDecl* v : mapped(directive)) here_.frozen.erase(v);
    statement(directive->getRawStmt());
}

namespace {

/// Whether the teams share loops, and other code is around them, but no threads of theirs do anything.
bool distributes_only(const ast::Stmt* s) {
    if (llvm::isa<ast::OMPExecutableDirective>(s)) return false;
    bool any = false;
    bool others = false;
    const std::function<void(const ast::Stmt*)> look = [&](const ast::Stmt* part) {
        if (part == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(part)) {
            const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
            any = any || kind == llvm::omp::OMPD_distribute;
            others = others || ast::isOpenMPParallelDirective(kind);
            if (directive->hasAssociatedStmt()) look(directive->getRawStmt());
            return;
        }
        for (const ast::Stmt* child : part->children()) look(child);
    };
    look(s);
    return any && !others;
}

}  // namespace

// Teams run the same code, unless it is distributed. If each is one thread, they are the threads of a region;
// nothing orders them.
void HostDirectives::teams(const ast::OMPExecutableDirective* directive) {
    if (!survey(directive->getRawStmt()).threads_meet()) return readers_.threads.threads_of_teams(directive);
    const llvm::SaveAndRestore outside(here_.teams, readers_.thread_numbers.number_of_teams(directive));
    if (distributes_only(directive->getRawStmt())) {
        readers_.regions.team_region(directive, [&] { statement(directive->getRawStmt()); });
    } else {
        attempt([&] { teams_of_regions(directive); });
    }
}

// What teams reduce has one partial value.
void HostDirectives::teams_of_regions(const ast::OMPExecutableDirective* directive) {
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false);
    readers_.bindings.freeze("all teams assign it");
    readers_.privates.region_privates(found);
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* name : clause->varlists()) here_.frozen.erase(named_variable(name));
    }
    check_shared(directive->getRawStmt(), {}, "teams");
    statement(directive->getRawStmt());
}

// The iterations of a distributed loop run one after the other, and each launches its parallel loops.
void HostDirectives::distribute(const ast::OMPLoopDirective* directive) {
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false);
    if (found.collapse != 1 || !found.last_privates.empty() || !found.linear.empty())
        context_.fail(directive->getBeginLoc(),
                      "`collapse`, `lastprivate` and `linear` are not supported for this directive yet");
    const auto* loop = llvm::dyn_cast<ast::ForStmt>(directive->getRawStmt());
    if (loop == nullptr)
        context_.fail(directive->getBeginLoc(),
                      "only a `for` loop is supported directly under this directive");
    readers_.bindings.freeze("all iterations of the distributed loop assign it; name it in `private`");
    block([&] { here_.frozen.erase(readers_.loops.canonical(loop).variable); });
    for (const auto* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) here_.frozen.erase(named_variable(e));
    }
    readers_.privates.region_privates(found);
    readers_.statements.for_loop(loop);
}

// Every thread runs the code between the worksharing loops. It has no effects of its own.
void HostDirectives::parallel_region(const ast::OMPExecutableDirective* directive) {
    const Survey inside = survey(directive->getRawStmt());
    const bool copies = directive->hasClausesOfKind<ast::OMPCopyinClause>();
    if (!inside.threads_meet() && !copies) return readers_.threads.region(directive);
    if (copies || !only_shares_loops(directive))
        return readers_.regions.team_region(directive, [&] { statement(directive->getRawStmt()); });
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false);
    readers_.bindings.freeze("all threads assign it");
    readers_.privates.region_privates(found);
    here_.parallel = &found;
    statement(directive->getRawStmt());
}

/// Only loops and directives may be between the directive and the loops that are shared.
void HostDirectives::check_shared(const ast::Stmt* s, const std::vector<const ast::DeclRefExpr*>& privates,
                                  const std::string& directive) const {
    if (llvm::isa<ast::NullStmt, ast::OMPExecutableDirective>(s)) return;
    if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
        for (const ast::Stmt* part : list->body()) check_shared(part, privates, directive);
        return;
    }
    if (const auto* loop = llvm::dyn_cast<ast::ForStmt>(s)) {
        const auto* first = llvm::dyn_cast_or_null<ast::BinaryOperator>(loop->getInit());
        const ast::VarDecl* v = first == nullptr ? nullptr : named_variable(first->getLHS());
        const bool is_private = std::ranges::any_of(
            privates, [&](const ast::DeclRefExpr* name) { return named_variable(name) == v; });
        if (llvm::isa_and_nonnull<ast::DeclStmt>(loop->getInit()) || (v != nullptr && is_private))
            return check_shared(loop->getBody(), privates, directive);
    }
    context_.fail(s->getBeginLoc(), "directly under `#pragma omp " + directive +
                                        "`, only directives and loops with private variables are supported");
}

}  // namespace musimd::reader
