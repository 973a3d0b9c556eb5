#include "reader/teams.hpp"

#include <optional>

#include "reader/parts.hpp"
#include "reader/readers.hpp"
#include "reader/survey.hpp"

// Teams outside of parallel loops.

namespace musimd::reader {
namespace {

const ast::Stmt* without_braces(const ast::Stmt* s) {
    while (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
        if (list->size() != 1) break;
        s = *list->body_begin();
    }
    return s;
}

/// Whether the teams share loops, and other code is around them, but no threads of theirs do anything.
bool distributes_only(const ast::Stmt* s) {
    if (llvm::isa<ast::OMPExecutableDirective>(s)) return false;
    bool any = false;
    bool others = false;
    for_each_below(s, [&](const ast::Stmt* part) {
        const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(part);
        if (directive == nullptr) return;
        const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
        any = any || kind == llvm::omp::OMPD_distribute;
        others = others || ast::isOpenMPParallelDirective(kind) || kind == llvm::omp::OMPD_loop;
    });
    return any && !others;
}

bool is_distributed(const ast::Stmt* s) {
    const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s);
    return directive != nullptr && (ast::isOpenMPDistributeDirective(directive->getDirectiveKind()) ||
                                    directive->getDirectiveKind() == llvm::omp::OMPD_loop);
}

/// Of a directive of a loop: whether there are others in the loop that teams execute apart.
bool has_regions(const ast::Stmt* s) {
    const auto* directive = llvm::cast<ast::OMPExecutableDirective>(s);
    return !ast::isOpenMPParallelDirective(directive->getDirectiveKind()) &&
           survey(directive->getRawStmt()).shares;
}

/// Whether the teams share all that there is, so that nothing is executed by each of them.
bool shares_all(const ast::Stmt* s) {
    if (llvm::isa<ast::NullStmt>(s) || is_distributed(s)) return true;
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s);
    return list != nullptr && std::ranges::all_of(list->body(), shares_all);
}

}  // namespace

/// What the teams reduce, if it is in memory: they reduce into one partial value.
struct Teams::Reduced {
    ReductionOperator by;
    Place original;
    Place partial;
};

void Teams::teams(const ast::OMPExecutableDirective* directive) {
    const ast::Stmt* body = without_braces(directive->getRawStmt());
    const Survey inside = survey(body);
    if (!inside.threads_meet()) return readers_.threads.threads_of_teams(directive);
    const llvm::SaveAndRestore outside(here_.teams, readers_.thread_numbers.number_of_teams(directive));
    if (distributes_only(body))
        return readers_.regions.team_region(directive, [&] {
            here_.team_count = here_.threads;
            here_.team_number =
                settled(element_number(context_.line(directive->getBeginLoc())), directive->getBeginLoc());
            statement(directive->getRawStmt());
        });
    if (is_distributed(body) && !inside.names_team && !has_regions(body)) return one_loop(directive, body);
    apart(directive, [&](const Clauses& found) {
        if (!shares_all(body) || inside.names_team)
            return each_team(directive, found, [&] { statement(directive->getRawStmt()); });
        readers_.privates.region_privates(found);
        here_.of_teams = &found;
        statement(body);
    });
}

void Teams::distribute(const ast::OMPLoopDirective* directive) {
    const Survey inside = survey(directive->getRawStmt());
    const bool is_apart = has_regions(directive);
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    const bool by_lanes = ast::isOpenMPParallelDirective(kind) || ast::isOpenMPSimdDirective(kind);
    const bool by_team = inside.names_team && !by_lanes;  // one thread of each team executes its iterations
    const auto read = [&] { is_apart || by_team ? regions_of(directive) : launch(directive); };
    if (here_.teams_apart || (!is_apart && !inside.names_team)) return read();
    apart(directive, [&](const Clauses& found) {
        if (inside.names_team) return each_team(directive, {}, read);
        here_.of_teams = &found;
        read();
    });
}

/// Nothing but a loop without regions in it: a parallel loop.
void Teams::one_loop(const ast::OMPExecutableDirective* directive, const ast::Stmt* loop) {
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false);
    here_.team_count = readers_.thread_numbers.count_of_teams(directive);
    readers_.privates.region_privates(found);
    here_.of_teams = &found;
    statement(loop);
}

// ---- what teams do at the same time

/// `read` is given the clauses of the directive.
void Teams::apart(const ast::OMPExecutableDirective* directive,
                  const std::function<void(const Clauses&)>& read) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const NestedScope scope(here_);
    const Clauses found =
        readers_.clauses.read(directive, ast::isOpenMPSimdDirective(directive->getDirectiveKind()));
    const auto copies = readers_.regions.keep_shared_in_memory(where);
    here_.team_count = readers_.thread_numbers.count_of_teams(directive);
    here_.teams_apart = true;
    mark(TeamAct::iteration, here_.team_count, where);
    const std::vector<Reduced> reduced = begin_reductions(found);
    const Expr one = literal(Type::i64, 1, context_.line(where));
    std::vector<ArrayReduction> arrays = readers_.array_reductions.begin_lanes(found, one);
    for (ArrayReduction& r : arrays) readers_.array_reductions.begin_lane(r, literal(Type::i64, 0));
    attempt([&] { read(found); });
    mark(TeamAct::joined, nullptr, where);
    end_reductions(reduced, where);
    for (const ArrayReduction& r : arrays) readers_.array_reductions.combine(r, one);
    for (const auto& [variable, copy] : copies) set(variable, read_at(copy, where), where);
}

/// Every team executes it: one after the other.
void Teams::each_team(const ast::OMPExecutableDirective* directive, const Clauses& found,
                      const std::function<void()>& read) {
    const ast::SourceLocation where = directive->getBeginLoc();
    function_.counts_threads = true;
    emitter_.count_up(here_.team_count, where, [&](const Expr& team) {
        const NestedScope scope(here_);
        here_.team_number = team;
        begin_strand("team", team, where);
        readers_.privates.region_privates(found);
        attempt(read);
        mark(TeamAct::done, nullptr, where);
    });
}

/// A loop without parallel regions in it: any of its iterations are executed by different teams.
void Teams::launch(const ast::OMPLoopDirective* directive) {
    static const Clauses kNone;
    const ast::SourceLocation where = directive->getBeginLoc();
    const bool is_marked = here_.teams_apart && !survey(directive->getRawStmt()).names_team;
    if (is_marked) begin_strand("loop", literal(Type::i64, 0, context_.line(where)), where);
    const bool is_own =
        here_.of_teams == nullptr || ast::isOpenMPTeamsDirective(directive->getDirectiveKind());
    readers_.parallel_loops.parallel_loop(directive, is_own ? kNone : *here_.of_teams);
    if (is_marked) mark(TeamAct::done, nullptr, where);
}

/// Host code runs the iterations one after the other, and launches the parallel loops in them.
void Teams::regions_of(const ast::OMPLoopDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const SourcePoint at = context_.line(where);
    std::optional<NestedScope> scope(std::in_place, here_);
    const Clauses found = readers_.clauses.read(directive, false);
    if (!found.linear.empty()) context_.fail(where, "`linear` is not supported for this directive yet");
    std::vector<CanonicalLoop> loops = readers_.loops.nest(directive, found.collapse);
    std::vector<LastOfTeams> last;
    for (CanonicalLoop& loop : loops) {
        for (Expr* part : {&loop.low, &loop.step, &loop.count}) *part = settle(*part, loop.condition());
    }
    Expr count = readers_.loops.iterations_of(loops, where);
    if (!found.last_privates.empty()) count = readers_.loops.up_to_last(loops, std::move(count), where);
    if (loops.size() > 1) count = settled(std::move(count), where);
    const bool is_shared = here_.team_number != nullptr;
    const VariableId next = new_variable("iteration", ValueType::number(Type::i64));
    declare(next, is_shared ? here_.team_number : literal(Type::i64, 0, at), where);
    const Expr number = dsl::read(next, ValueType::number(Type::i64), at);
    const bool is_marked = !survey(directive->getRawStmt()).names_team;
    Block body = block_in(Around::loop, [&] {
        if (is_marked) begin_strand("iteration", number, where);
        last = last_values(found, loops);
        Clauses others = found;
        std::erase_if(others.first_privates,
                      [&](const ast::DeclRefExpr* name) { return names(found.last_privates, name); });
        readers_.privates.region_privates(others);
        readers_.loops.declare_loop_variables(loops, number);
        readers_.loops.read_body(loops, [&] { statement(loops.back().body()); });
    });
    Block step = block([&] {
        const Expr rest = plus(number, literal(Type::i64, 1, at), at);
        if (!last.empty())
            emitter_.when(apply(Function::eq, {rest, count}, true, at), where, [&] {
                for (const LastOfTeams& l : last) write_place(l.original, read_place(l.own, l.name), l.name);
            });
        if (is_marked) mark(TeamAct::done, nullptr, where);
        set(next, plus(number, is_shared ? here_.team_count : literal(Type::i64, 1, at), at), where);
    });
    Statement& all = emit(Statement::Kind::while_, where);
    all.value = apply(Function::lt, {number, count}, true, at);
    all.body = std::move(body);
    all.step = std::move(step);
    scope.reset();
    readers_.loops.set_loop_variables(loops, &found.last_privates);
}

/// The values that the last iteration leaves. Loop variables are left as in C.
std::vector<Teams::LastOfTeams> Teams::last_values(const Clauses& found,
                                                   const std::vector<CanonicalLoop>& loops) {
    std::vector<LastOfTeams> result;
    for (const ast::DeclRefExpr* name : found.last_privates) {
        if (is_of_loops(name, loops)) continue;
        attempt([&] {
            if (!context_.number(name->getType()))
                context_.fail(name->getExprLoc(), "`lastprivate` is supported only for numbers here");
            LastOfTeams l{.name = name, .original = place(name), .own = {}};
            here_.frozen.erase(named_variable(name));
            readers_.privates.rebind_private(name, names(found.first_privates, name));
            l.own = place(name);
            result.push_back(std::move(l));
        });
    }
    return result;
}

// ---- reductions by teams

std::vector<Teams::Reduced> Teams::begin_reductions(const Clauses& found) {
    std::vector<Reduced> result;
    for (const auto& [clause, name] : Reductions::of_numbers(found)) {
        attempt([&] {
            const Place original = place(name);
            if (original.variable) return;
            const ReductionOperator by = readers_.clauses.operator_of_reduction(clause);
            const Type type = original.type;
            readers_.declarations.declare_cell(named_variable(name),
                                               literal(type, by.identity(type), line(name)));
            result.push_back({by, original, place(name)});
        });
    }
    return result;
}

void Teams::end_reductions(const std::vector<Reduced>& reduced, ast::SourceLocation where) {
    for (const Reduced& r : reduced) {
        Expr sum = r.by.combined(read_at(r.original, where), read_at(r.partial, where), context_.line(where));
        write_at(r.original, std::move(sum), where);
    }
}

// ---- marks

Statement& Teams::mark(TeamAct act, Expr value, ast::SourceLocation where) {
    Statement& result = emit(Statement::Kind::team, where);
    result.act = act;
    result.value = std::move(value);
    return result;
}

void Teams::begin_strand(const char* what, const Expr& number, ast::SourceLocation where) {
    mark(TeamAct::independent, number, where).function = what;
}

}  // namespace musimd::reader
