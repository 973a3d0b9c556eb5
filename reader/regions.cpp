#include "reader/readers.hpp"

// Parallel regions whose threads share work or wait for each other, and what they execute. Each thread runs
// the region's code; see docs/openmp-language.md, "Parallel regions".

namespace musimd::reader {
namespace {

/// Unless its iterations are those of one thread.
bool shares_loop(const ast::OMPExecutableDirective* directive) {
    const auto* clause = directive->getSingleClause<ast::OMPBindClause>();
    return clause == nullptr || clause->getBindKind() != ast::OMPC_BIND_thread;
}

bool is_worksharing_loop(const ast::OMPExecutableDirective* directive) {
    switch (directive->getDirectiveKind()) {
        case llvm::omp::OMPD_loop:
            return shares_loop(directive);
        case llvm::omp::OMPD_for:
        case llvm::omp::OMPD_for_simd:
        case llvm::omp::OMPD_distribute:
        case llvm::omp::OMPD_distribute_simd:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

void find_variables(const ast::Stmt* s, std::set<const ast::VarDecl*>& found) {
    if (s == nullptr) return;
    if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
        if (const auto* v = llvm::dyn_cast<ast::VarDecl>(name->getDecl())) found.insert(v);
    }
    for (const ast::Stmt* part : s->children()) find_variables(part, found);
}

bool has_nowait(const ast::OMPExecutableDirective* directive) {
    return directive->hasClausesOfKind<ast::OMPNowaitClause>();
}

}  // namespace

// ---- the region

/// Each thread of the region executes what `read` reads.
void Regions::team_region(const ast::OMPExecutableDirective* directive, const std::function<void()>& read) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const NestedScope scope(here_);
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (!ast::isOpenMPLoopDirective(kind) && kind != llvm::omp::OMPD_parallel_sections)
        function_.counts_threads = true;
    Clauses found = readers_.clauses.read(directive, false, true);
    found.last_privates.clear();  // of the loop or the sections in it
    const Expr count = readers_.thread_numbers.number_of_threads(directive);
    const bool threads_are_teams = !ast::isOpenMPParallelDirective(directive->getDirectiveKind());
    readers_.declarations.copy_in(directive);
    const auto copies = keep_shared_in_memory(where);
    const auto first_values = readers_.privates.values_of_first_privates(found);
    Team team{.host = &emitter_.out(), .begin = {}, .outside = here_.bindings};
    const Expr outside = std::exchange(here_.threads, count);
    if (!threads_are_teams) ++here_.level;
    if (here_.level == 1) here_.level_threads = count;
    const Iterations threads{
        .directive = directive,
        .clauses = found,
        .count = count,
        .loops = {},
        .team = &team,
        .teams = threads_are_teams ? kMaxTeams : readers_.thread_numbers.number_of_teams(directive)};
    const auto begin = [&] {
        here_.team = &team;
        readers_.privates.privatize(found);
        for (const auto& [name, initial] : first_values)
            readers_.privates.declare_first_private(name, initial);
    };
    readers_.parallel_loops.parallel(threads, begin, [&] {
        attempt(read);
        here_.team = nullptr;
        here_.threads = outside;
    });
    for (const auto& [variable, copy] : copies) set(variable, read_at(copy, where), where);
}

std::vector<std::pair<VariableId, Place>> Regions::keep_shared_in_memory(ast::SourceLocation where) {
    std::vector<std::pair<VariableId, Place>> result;
    for (const ast::VarDecl* v : readers_.uses.shared()) {
        const auto known = here_.bindings.find(v);
        if (known == here_.bindings.end() || known->second.kind != Binding::Kind::variable) continue;
        const VariableId variable = known->second.variable;
        const ValueType type = function_.variables[variable].type;
        readers_.declarations.declare_cell(v, read(variable, type, context_.line(where)));
        result.emplace_back(variable, Place{.variable = std::nullopt,
                                            .pointer = here_.bindings.at(v).pointer,
                                            .value = {},
                                            .type = type.type});
    }
    return result;
}

// ---- what threads execute

/// Whether it is a directive of teams, which has been read.
bool Regions::team_directive(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (!here_.inner.empty() && !here_.alone &&
        (Tasks::is_of_inner_team(kind) || kind == llvm::omp::OMPD_ordered))
        context_.fail(directive->getBeginLoc(),
                      "in a nested region, this is supported directly in the region only, not in a function "
                      "or in another statement of it; or omit `omp_set_max_active_levels`");
    if (is_worksharing_loop(directive)) {
        const auto* loop = llvm::cast<ast::OMPLoopDirective>(directive);
        readers_.worksharing.shared_loop(loop,
                                         readers_.clauses.read(loop, ast::isOpenMPSimdDirective(kind), true));
        return true;
    }
    const bool is_region = ast::isOpenMPParallelDirective(kind) || ast::isOpenMPTeamsDirective(kind) ||
                           ast::isOpenMPTargetExecutionDirective(kind);
    if (is_region && readers_.tasks.has_inner_team(directive))
        return readers_.tasks.inner_region(directive), true;
    if (is_region) {
        readers_.tasks.reduce(directive, [&] { nested_region(directive); });
        return true;
    }
    if (here_.alone && ast::isOpenMPDistributeDirective(kind)) return nested_region(directive), true;
    switch (kind) {
        case llvm::omp::OMPD_scope:
            return readers_.worksharing.scope(directive), true;
        case llvm::omp::OMPD_barrier:
            if (!here_.alone) act(TeamAct::barrier, directive->getBeginLoc());
            return true;
        case llvm::omp::OMPD_flush:
            act(TeamAct::fence, directive->getBeginLoc());
            return true;
        case llvm::omp::OMPD_critical:
            return readers_.locks.critical(llvm::cast<ast::OMPCriticalDirective>(directive)), true;
        case llvm::omp::OMPD_single:
            return single(directive), true;
        case llvm::omp::OMPD_sections:
            return readers_.worksharing.shared_sections(directive,
                                                        readers_.clauses.read(directive, false, true)),
                   true;
        case llvm::omp::OMPD_ordered:
            return readers_.worksharing.in_order(directive), true;
        case llvm::omp::OMPD_master:
        case llvm::omp::OMPD_masked:
            return masked(directive), true;
        default:  // of OpenMP's directives
            return readers_.tasks.directive(directive);
    }
}

void Regions::act(TeamAct action, ast::SourceLocation where) {
    emit(Statement::Kind::team, where).act = action;
}

/// A region inside of a region is executed by the thread that comes to it, alone.
void Regions::nested_region(const ast::OMPExecutableDirective* directive) {
    const NestedScope scope(here_);
    here_.alone = true;
    if (ast::isOpenMPParallelDirective(directive->getDirectiveKind())) ++here_.level;
    const Clauses found = readers_.clauses.read(directive, false, true);
    for (const auto* names : {&found.privates, &found.first_privates}) {
        for (const ast::DeclRefExpr* name : *names)
            attempt([&] { readers_.privates.rebind_private(name, names == &found.first_privates); });
    }
    if (ast::isOpenMPTargetExecutionDirective(directive->getDirectiveKind()))
        readers_.host_directives.copy_in_region(directive);
    if (const auto* loop = llvm::dyn_cast<ast::OMPLoopDirective>(directive)) {
        for (const ast::Expr* counter : loop->counters()) {
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(counter->IgnoreParenImpCasts());
            const bool is_outside = name != nullptr && here_.bindings.contains(named_variable(name));
            if (is_outside && !names(found.last_privates, name))
                attempt([&] { readers_.privates.rebind_private(name, false); });
        }
    }
    const ast::Stmt* body = directive->getRawStmt();
    if (directive->getDirectiveKind() != llvm::omp::OMPD_parallel_sections &&
        directive->getDirectiveKind() != llvm::omp::OMPD_sections)
        return statement(body);
    for (const ast::Stmt* part : llvm::cast<ast::CompoundStmt>(body)->body()) {
        const auto* section = llvm::dyn_cast<ast::OMPSectionDirective>(part);
        statement(section == nullptr ? part : section->getRawStmt());
    }
}

void Regions::masked(const ast::OMPExecutableDirective* directive) {
    masked(directive, [&] { statement(directive->getRawStmt()); });
}

void Regions::masked(const ast::OMPExecutableDirective* directive, const std::function<void()>& read) {
    if (here_.alone) return read();
    Expr number = literal(Type::i64, 0, context_.line(directive->getBeginLoc()));
    if (const auto* clause = directive->getSingleClause<ast::OMPFilterClause>())
        number = settle(as_i64(value(clause->getThreadID())), clause->getThreadID());
    Block body = block(read);
    Statement& result = emit(Statement::Kind::if_, directive->getBeginLoc());
    const Expr self = here_.inner.empty() ? element_number(result.line) : here_.inner.back().number;
    result.value = apply(Function::eq, {self, number}, true, result.line);
    result.body = std::move(body);
}

// The first thread that comes executes it. Each thread counts how often it has been here.
void Regions::single(const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false, true);
    if (here_.alone) {
        readers_.privates.privatize_again(found, {});
        return statement(directive->getRawStmt());
    }
    const SourcePoint at = context_.line(where);
    const Pointer counter = team_object("single", Type::i64, where);
    const Expr mine = team_variable("encounter", where);
    const Expr next = plus(mine, literal(Type::i64, 1, at), at);
    const Expr old = readers_.places.atomically(counter, Type::i64, where, [&](const Expr& seen) {
        return apply(Function::select, {apply(Function::eq, {seen, mine}, true, at), next, seen}, false, at);
    });
    Expr first = apply(Function::eq, {old, mine}, true, at);
    const VariableId is_first = new_variable("first", ValueType::of_condition());
    declare(is_first, std::move(first), where);
    set(mine->variable, next, where);
    std::vector<std::pair<const ast::Expr*, Pointer>> copied;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPCopyprivateClause>()) {
        for (const ast::Expr* e : clause->varlists())
            copied.emplace_back(e, team_object("copied", scalar(context_, e->getType(), where), where));
    }
    Block body = block([&] {
        act(TeamAct::independent, where);
        readers_.privates.privatize_again(found, {});
        statement(directive->getRawStmt());
        act(TeamAct::done, where);
        for (const auto& [e, to] : copied) store(to, read_place(place(e), e), where);
    });
    Statement& result = emit(Statement::Kind::if_, where);
    result.value = dsl::read(is_first, ValueType::of_condition(), at);
    result.body = std::move(body);
    if (!has_nowait(directive) || !copied.empty()) act(TeamAct::barrier, where);
    if (copied.empty()) return;
    for (const auto& [e, from] : copied) {
        const Place source{.variable = std::nullopt,
                           .pointer = from,
                           .value = {},
                           .type = scalar(context_, e->getType(), where)};
        write_place(place(e), read_at(source, where), e);
    }
    act(TeamAct::barrier, where);
}

// ---- objects and variables of a team

/// An object of one element, 0 when the region begins.
Pointer Regions::team_object(const std::string& name, Type type, ast::SourceLocation where) {
    Pointer result;
    into(*here_.team->host, [&] {
        result = emitter_.new_array(name, type, literal(Type::i64, 1, context_.line(where)), true, where);
    });
    return result;
}

/// An i64 of each thread, 0 when the region begins.
Expr Regions::team_variable(const std::string& name, ast::SourceLocation where) {
    const ValueType type = ValueType::number(Type::i64);
    const VariableId v = new_variable(name, type);
    into(here_.team->begin, [&] { declare(v, literal(Type::i64, 0, context_.line(where)), where); });
    return dsl::read(v, type, context_.line(where));
}

// ---- what is known before the region

/// Names must mean what they mean before the region.
void Regions::check_known_outside(const ast::Stmt* from, const ast::VarDecl* except,
                                  ast::SourceLocation where) const {
    std::set<const ast::VarDecl*> named;
    find_variables(from, named);
    named.erase(except);
    for (const ast::VarDecl* v : named) {
        const auto now = here_.bindings.find(v);
        if (now == here_.bindings.end()) continue;  // of the program
        const auto before = here_.team->outside.find(v);
        if (before == here_.team->outside.end() || before->second.region != now->second.region)
            context_.fail(where, "this must be known before the parallel region, and '" +
                                     v->getNameAsString() + "' is not");
    }
}

/// Memory that the threads of a region share gets its size there.
Expr Regions::before_region(const ast::Stmt* from, const ast::VarDecl* except, ast::SourceLocation where,
                            const std::function<Expr()>& compute) {
    check_known_outside(from, except, where);
    const NestedScope scope(here_);
    here_.bindings = here_.team->outside;
    here_.region = 0;
    Expr result;
    Block before = block([&] { result = settled(compute(), where); });
    std::ranges::move(before, std::back_inserter(*here_.team->host));
    return result;
}

}  // namespace musimd::reader
