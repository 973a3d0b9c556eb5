#include <array>

#include "dsl/clang/body_reader.hpp"

// Parallel regions whose threads share work or wait for each other, and what they execute. Each thread runs
// the region's code; see docs/openmp-language.md, "Parallel regions".

namespace musimd::dsl::clang {
namespace {

constexpr std::uint64_t kTeams = 2;  ///< of a directive that names no number
constexpr std::uint32_t kMaxTeams = 1024;

bool is_worksharing_loop(ast::OpenMPDirectiveKind kind) {
    switch (kind) {
        case llvm::omp::OMPD_for:
        case llvm::omp::OMPD_for_simd:
        case llvm::omp::OMPD_distribute:
        case llvm::omp::OMPD_distribute_simd:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

bool has_nowait(const ast::OMPExecutableDirective* directive) {
    return directive->hasClausesOfKind<ast::OMPNowaitClause>();
}

}  // namespace

// ---- the region

Expr BodyReader::number_of_threads(const ast::OMPExecutableDirective* directive) {
    const std::uint32_t at = context_.line(directive->getBeginLoc());
    Expr count = default_threads(at);
    const ast::Expr* number = nullptr;
    if (const auto* clause = directive->getSingleClause<ast::OMPNumThreadsClause>())
        number = clause->getNumThreads();
    if (const auto* clause = directive->getSingleClause<ast::OMPNumTeamsClause>();
        clause != nullptr && !ast::isOpenMPParallelDirective(directive->getDirectiveKind()))
        number = clause->getNumTeams();
    if (number != nullptr) count = settle(as_i64(value(number)), number);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPIfClause>()) {
        const auto of = clause->getNameModifier();
        if (of != llvm::omp::OMPD_unknown && of != llvm::omp::OMPD_parallel) continue;
        Expr holds = condition(clause->getCondition());
        count =
            settle(apply(Function::select, {std::move(holds), count, literal(Type::i64, 1, at)}, false, at),
                   clause->getCondition());
    }
    return count;
}

/// Each thread of the region executes what `read` reads.
void BodyReader::team_region(const ast::OMPExecutableDirective* directive,
                             const std::function<void()>& read) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const Scope scope(here_);
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (!ast::isOpenMPLoopDirective(kind) && kind != llvm::omp::OMPD_parallel_sections)
        function_.counts_threads = true;
    Clauses found = clauses(directive, false, true);
    found.last_privates.clear();  // of the loop or the sections in it
    const Expr count = number_of_threads(directive);
    const bool threads_are_teams = !ast::isOpenMPParallelDirective(directive->getDirectiveKind());
    copy_in(directive);
    const auto copies = keep_shared_in_memory(where);
    const auto first_values = values_of_first_privates(found);
    Team team{.host = out_, .begin = {}, .outside = here_.bindings};
    const Expr outside = std::exchange(here_.threads, count);
    const Iterations threads{.directive = directive,
                             .clauses = found,
                             .count = count,
                             .loops = {},
                             .team = &team,
                             .teams = threads_are_teams ? kMaxTeams : number_of_teams(directive)};
    const auto begin = [&] {
        here_.team = &team;
        privatize(found);
        for (const auto& [name, initial] : first_values) declare_first_private(name, initial);
    };
    parallel(threads, begin, [&] {
        attempt(read);
        here_.team = nullptr;
        here_.threads = outside;
    });
    for (const auto& [variable, copy] : copies) set(variable, read_at(copy, where), where);
}

std::uint32_t BodyReader::number_of_teams(const ast::OMPExecutableDirective* directive) const {
    if (!ast::isOpenMPTeamsDirective(directive->getDirectiveKind())) return here_.teams;
    const auto* clause = directive->getSingleClause<ast::OMPNumTeamsClause>();
    const auto number = clause == nullptr ? std::nullopt : context_.integer(clause->getNumTeams());
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.value_or(kTeams), 1, kMaxTeams));
}

/// Parameters that threads of the region assign are in memory there.
std::vector<std::pair<VariableId, Place>> BodyReader::keep_shared_in_memory(ast::SourceLocation where) {
    std::vector<std::pair<VariableId, Place>> result;
    for (const ast::VarDecl* v : shared_) {
        const auto known = here_.bindings.find(v);
        if (known == here_.bindings.end() || known->second.kind != Binding::Kind::variable) continue;
        const VariableId variable = known->second.variable;
        const ValueType type = function_.variables[variable].type;
        declare_cell(v, read(variable, type, context_.line(where)));
        result.emplace_back(variable, Place{.variable = std::nullopt,
                                            .pointer = here_.bindings.at(v).pointer,
                                            .value = {},
                                            .type = type.type});
    }
    return result;
}

/// What the originals of `firstprivate` have when the region begins.
std::vector<std::pair<const ast::DeclRefExpr*, Expr>> BodyReader::values_of_first_privates(Clauses& found) {
    std::vector<std::pair<const ast::DeclRefExpr*, Expr>> result;
    std::erase_if(found.first_privates, [&](const ast::DeclRefExpr* name) {
        const ast::QualType type = named_variable(name)->getType();
        if (type->isArrayType() || type->isRecordType() || type->isPointerType()) return false;
        attempt([&] { result.emplace_back(name, settle(first_value(name), name)); });
        return true;
    });
    return result;
}

void BodyReader::declare_first_private(const ast::DeclRefExpr* name, const Expr& initial) {
    const VariableId own = new_variable(name->getDecl()->getNameAsString(), initial->type);
    declare(own, initial, name->getExprLoc());
    regions_[own] = here_.region;
    bind(named_variable(name), {.kind = Binding::Kind::variable,
                                .variable = own,
                                .pointer = {},
                                .value = {},
                                .region = here_.region});
}

// ---- what threads execute

/// Whether it is a directive of teams, which has been read.
bool BodyReader::team_directive(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (is_worksharing_loop(kind)) {
        const auto* loop = llvm::cast<ast::OMPLoopDirective>(directive);
        shared_loop(loop, clauses(loop, ast::isOpenMPSimdDirective(kind), true));
        return true;
    }
    if (ast::isOpenMPParallelDirective(kind)) return nested_region(directive), true;
    switch (kind) {
        case llvm::omp::OMPD_barrier:
            if (!here_.alone) act(TeamAct::barrier, directive->getBeginLoc());
            return true;
        case llvm::omp::OMPD_flush:
            act(TeamAct::fence, directive->getBeginLoc());
            return true;
        case llvm::omp::OMPD_critical:
            return critical(llvm::cast<ast::OMPCriticalDirective>(directive)), true;
        case llvm::omp::OMPD_single:
            return single(directive), true;
        case llvm::omp::OMPD_sections:
            return shared_sections(directive, clauses(directive, false, true)), true;
        case llvm::omp::OMPD_ordered:
            return in_order(directive), true;
        case llvm::omp::OMPD_master:
        case llvm::omp::OMPD_masked:
            return masked(directive), true;
        default:  // of OpenMP's directives
            return false;
    }
}

void BodyReader::act(TeamAct what, ast::SourceLocation where) {
    emit(Statement::Kind::team, where).act = what;
}

/// A region inside of a region is executed by the thread that comes to it, alone.
void BodyReader::nested_region(const ast::OMPExecutableDirective* directive) {
    const Scope scope(here_);
    here_.alone = true;
    const Clauses found = clauses(directive, false, true);
    for (const auto* names : {&found.privates, &found.first_privates}) {
        for (const ast::DeclRefExpr* name : *names)
            attempt([&] { rebind_private(name, names == &found.first_privates); });
    }
    attempt([&] {
        if (const auto* loop = llvm::dyn_cast<ast::ForStmt>(directive->getRawStmt()))
            for_loop(loop);
        else
            statement(directive->getRawStmt());
    });
}

void BodyReader::masked(const ast::OMPExecutableDirective* directive) {
    if (here_.alone) return statement(directive->getRawStmt());
    Expr number = literal(Type::i64, 0, context_.line(directive->getBeginLoc()));
    if (const auto* clause = directive->getSingleClause<ast::OMPFilterClause>())
        number = settle(as_i64(value(clause->getThreadID())), clause->getThreadID());
    Block body = block([&] { statement(directive->getRawStmt()); });
    Statement& result = emit(Statement::Kind::if_, directive->getBeginLoc());
    result.value = apply(Function::eq, {element_number(result.line), number}, true, result.line);
    result.body = std::move(body);
}

// The first thread that comes executes it. Each thread counts how often it has been here.
void BodyReader::single(const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const Scope scope(here_);
    const Clauses found = clauses(directive, false, true);
    if (here_.alone) {
        privatize_again(found, {});
        return statement(directive->getRawStmt());
    }
    const std::uint32_t at = context_.line(where);
    const Pointer counter = team_object("single", Type::i64, where);
    const Expr mine = team_variable("encounter", where);
    const Expr next = plus(mine, literal(Type::i64, 1, at), at);
    const Expr old = atomically(counter, Type::i64, where, [&](const Expr& seen) {
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
        privatize_again(found, {});
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
Pointer BodyReader::team_object(const std::string& name, Type type, ast::SourceLocation where) {
    Pointer result;
    into(*here_.team->host,
         [&] { result = new_array(name, type, literal(Type::i64, 1, context_.line(where)), true, where); });
    return result;
}

/// An i64 of each thread, 0 when the region begins.
Expr BodyReader::team_variable(const std::string& name, ast::SourceLocation where) {
    const ValueType type = ValueType::number(Type::i64);
    const VariableId v = new_variable(name, type);
    into(here_.team->begin, [&] { declare(v, literal(Type::i64, 0, context_.line(where)), where); });
    return dsl::read(v, type, context_.line(where));
}

// ---- the numbers of threads

/// `omp_set_num_threads(n)`.
Expr BodyReader::set_default_threads(const ast::CallExpr* e) {
    if (here_.region != 0) return nullptr;  // of regions inside of this one, which one thread executes
    sets_number_ = true;
    Expr count = as_i64(value(e->getArg(0)));
    default_threads(line(e));
    set(*default_threads_, std::move(count), e->getExprLoc());
    return nullptr;
}

Expr BodyReader::default_threads(std::uint32_t at) {
    if (!sets_number_) return literal(Type::i64, usual_threads_, at);
    const ValueType type = ValueType::number(Type::i64);
    if (!default_threads_) {
        default_threads_ = new_variable("threads", type);
        into(prologue_, [&] { declare(*default_threads_, literal(Type::i64, usual_threads_), {}); });
    }
    return dsl::read(*default_threads_, type, at);
}

}  // namespace musimd::dsl::clang
