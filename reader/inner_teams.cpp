#include "reader/parts.hpp"
#include "reader/readers.hpp"
#include "reader/survey.hpp"
#include "reader/tasks.hpp"

// Regions of threads inside of regions, where the program allows several levels of threads. The thread that
// comes to one executes its threads, one after the other; for races, each is a task. A barrier ends the tasks
// before it. So constructs that share work or wait must stand directly in such a region.

namespace musimd::reader {
namespace {

bool has_nowait(const ast::OMPExecutableDirective* directive) {
    return directive->hasClausesOfKind<ast::OMPNowaitClause>();
}

bool is_loop(llvm::omp::Directive kind) {
    return kind == llvm::omp::OMPD_for || kind == llvm::omp::OMPD_for_simd || kind == llvm::omp::OMPD_loop;
}

std::vector<const ast::Stmt*> parts_of(const ast::Stmt* body) {
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(body);
    if (list == nullptr) return {body};
    return {list->body_begin(), list->body_end()};
}

}  // namespace

bool Tasks::has_inner_team(const ast::OMPExecutableDirective* directive) const {
    if (!allows_nesting_ || here_.alone || here_.team == nullptr || here_.lane != nullptr) return false;
    switch (directive->getDirectiveKind()) {
        case llvm::omp::OMPD_parallel:
        case llvm::omp::OMPD_parallel_for:
        case llvm::omp::OMPD_parallel_for_simd:
        case llvm::omp::OMPD_parallel_loop:
        case llvm::omp::OMPD_parallel_sections:
        case llvm::omp::OMPD_parallel_master:
        case llvm::omp::OMPD_parallel_masked:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

void Tasks::inner_region(const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const SourcePoint at = context_.line(where);
    const NestedScope scope(here_);
    function_.counts_threads = true;
    // One thread, unless another level of threads is allowed.
    Expr allowed = readers_.runtime.allows_level(here_.level + 1, at);
    const Expr one = literal(Type::i64, 1, at);
    const Expr number = readers_.thread_numbers.number_of_threads(directive);
    const Expr count = settled(apply(Function::select, {std::move(allowed), number, one}, false, at), where);
    Inner inner{.directive = directive, .when = {}, .count = count};
    inner.when.deferred = settled(apply(Function::gt, {count, one}, true, at), where);
    ++here_.level;
    here_.inner.push_back({.number = nullptr, .count = count});
    const Expr own = readers_.thread_numbers.own_now(where);
    inner_team(inner);
    readers_.thread_numbers.set_own(own, where);
}

void Tasks::inner_team(const Inner& inner) {
    const ast::OMPExecutableDirective* directive = inner.directive;
    const ast::SourceLocation where = directive->getBeginLoc();
    switch (directive->getDirectiveKind()) {
        case llvm::omp::OMPD_parallel:
            return inner_body(inner);
        case llvm::omp::OMPD_parallel_sections:
            return inner_sections(inner, directive);
        case llvm::omp::OMPD_parallel_master:
        case llvm::omp::OMPD_parallel_masked:
            act(TeamAct::group, where);
            inner_threads(inner, [&] { readers_.regions.masked(directive); });
            return act(TeamAct::group_end, where);
        default:  // a loop
            return loop(llvm::cast<ast::OMPLoopDirective>(directive), inner.when, true);
    }
}

/// From one barrier to the next, what each thread executes, and what one does.
void Tasks::inner_body(const Inner& inner) {
    const ast::SourceLocation where = inner.directive->getBeginLoc();
    const std::vector<const ast::Stmt*> parts = parts_of(inner.directive->getRawStmt());
    check_kept_values(inner, parts);
    std::vector<const ast::Stmt*> plain;
    std::vector<const ast::DeclStmt*> before;
    const auto barrier = [&] {
        act(TeamAct::group_end, where);
        act(TeamAct::group, where);
    };
    const auto read_plain = [&] {
        if (!plain.empty())
            inner_threads(inner, [&] {
                for (const ast::Stmt* s : plain) repeat(before, s);
                for (const ast::Stmt* s : plain) statement(s);
            });
        for (const ast::Stmt* s : std::exchange(plain, {})) {
            if (const auto* declaration = llvm::dyn_cast<ast::DeclStmt>(s)) before.push_back(declaration);
        }
    };
    act(TeamAct::group, where);
    for (const ast::Stmt* part : parts) {
        const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(part);
        if (directive == nullptr || !is_of_inner_team(directive->getDirectiveKind())) {
            plain.push_back(part);
            continue;
        }
        read_plain();
        const NestedScope scope(here_);
        if (directive->hasAssociatedStmt()) repeat(before, directive->getRawStmt());
        inner_construct(inner, directive);
        if (!has_nowait(directive)) barrier();
    }
    read_plain();
    act(TeamAct::group_end, where);
}

bool Tasks::is_of_inner_team(llvm::omp::Directive kind) {
    return is_loop(kind) || kind == llvm::omp::OMPD_single || kind == llvm::omp::OMPD_sections ||
           kind == llvm::omp::OMPD_barrier;
}

void Tasks::inner_construct(const Inner& inner, const ast::OMPExecutableDirective* directive) {
    const llvm::omp::Directive kind = directive->getDirectiveKind();
    if (kind == llvm::omp::OMPD_sections) return inner_sections(inner, directive);
    if (is_loop(kind)) return loop(llvm::cast<ast::OMPLoopDirective>(directive), inner.when, false);
    if (kind != llvm::omp::OMPD_single) return;
    if (directive->hasClausesOfKind<ast::OMPCopyprivateClause>())
        context_.fail(directive->getBeginLoc(), "`copyprivate` is not supported in a nested region yet");
    Inner one{directive, inner.when, literal(Type::i64, 1, context_.line(directive->getBeginLoc()))};
    inner_threads(one, [&] { statement(directive->getRawStmt()); });
}

/// Each section is a task.
void Tasks::inner_sections(const Inner& inner, const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const Inner one{directive, inner.when, literal(Type::i64, 1, context_.line(where))};
    act(TeamAct::group, where);
    for (const ast::Stmt* part : parts_of(directive->getRawStmt())) {
        const auto* section = llvm::dyn_cast<ast::OMPSectionDirective>(part);
        inner_threads(one, [&] { statement(section == nullptr ? part : section->getRawStmt()); });
    }
    act(TeamAct::group_end, where);
}

/// Each of so many threads reads it, with what the clauses say.
void Tasks::inner_threads(const Inner& inner, const std::function<void()>& read) {
    const ast::SourceLocation where = inner.directive->getBeginLoc();
    const Expr own = readers_.thread_numbers.own_now(where);
    emitter_.count_up(inner.count, where, [&](const Expr& number) {
        const NestedScope scope(here_);
        here_.inner.back().number = number;
        readers_.thread_numbers.set_own(own, where);  // as the thread before has found it
        own_variables(inner.directive);
        std::vector<PartOfSum> sums;
        for (const auto* clause : inner.directive->getClausesOfKind<ast::OMPReductionClause>())
            begin_sums(clause, sums);
        begin(inner.when, where);
        attempt(read);
        end_sums(sums, where);
        act(TeamAct::task_end, where);
    });
}

/// Variables that the region has declared before the last barrier, and that never change, are declared again.
void Tasks::repeat(const std::vector<const ast::DeclStmt*>& declarations, const ast::Stmt* s) {
    for (const ast::DeclStmt* declaration : declarations) {
        for (const ast::Decl* d : declaration->decls()) {
            const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
            if (v == nullptr || !mentions(s, v) || here_.bindings.contains(v)) continue;
            if (is_assigned(v) || !v->hasInit() || v->getType()->isArrayType() || is_composed(v->getType()))
                fail_to_keep(v, s->getBeginLoc());
            statement(declaration);
        }
    }
}

void Tasks::fail_to_keep(const ast::VarDecl* v, ast::SourceLocation where) const {
    context_.fail(where, "in a nested region, '" + v->getNameAsString() +
                             "' would keep a value of its thread over a barrier, which is not supported yet");
}

/// What clauses of the region make private is new in each part between barriers.
void Tasks::check_kept_values(const Inner& inner, const std::vector<const ast::Stmt*>& parts) const {
    const auto check = [&](const auto* clause) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::VarDecl* v = named_variable(e->IgnoreParenImpCasts());
            if (v == nullptr) continue;
            int uses = 0;
            bool is_plain = false;
            for (const ast::Stmt* part : parts) {
                const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(part);
                const bool is_construct =
                    directive != nullptr && is_of_inner_team(directive->getDirectiveKind());
                if (is_construct) is_plain = false;
                if (!mentions(part, v) || (is_construct && is_counter(directive, v))) continue;
                if (is_construct || !is_plain) ++uses;
                is_plain = !is_construct;
            }
            if (uses > 1) fail_to_keep(v, e->getExprLoc());
        }
    };
    const ast::OMPExecutableDirective* directive = inner.directive;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPPrivateClause>()) check(clause);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPFirstprivateClause>()) check(clause);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPReductionClause>()) check(clause);
}

bool Tasks::is_counter(const ast::OMPExecutableDirective* directive, const ast::VarDecl* v) {
    const auto* loop = llvm::dyn_cast<ast::OMPLoopDirective>(directive);
    return loop != nullptr && std::ranges::any_of(loop->counters(), [&](const ast::Expr* counter) {
               return named_variable(counter) == v;
           });
}

}  // namespace musimd::reader
