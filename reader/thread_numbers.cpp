#include <algorithm>
#include <array>

#include "reader/parts.hpp"
#include "reader/readers.hpp"

// How many threads and teams regions have.

namespace musimd::reader {
namespace {

constexpr std::uint64_t kTeams = 2;  ///< of a directive that names no number

/// Null for a number that is known to be more than 1.
Expr unless_several(Expr number) {
    const auto known = number == nullptr ? std::nullopt : literal_integer(number);
    return known && *known > 1 ? nullptr : number;
}

/// Whether it has a random number.
bool is_random(const ast::Expr* e) {
    bool result = false;
    for_each_below(e, [&](const ast::Stmt* part) {
        const auto* call = llvm::dyn_cast<ast::CallExpr>(part);
        const ast::FunctionDecl* f = call == nullptr ? nullptr : call->getDirectCallee();
        const std::string name = f == nullptr ? "" : f->getNameAsString();
        result = result || name == "rand" || name == "random" || name == "drand48" || name == "lrand48";
    });
    return result;
}

}  // namespace

Expr ThreadNumbers::number_of_threads(const ast::OMPExecutableDirective* directive) {
    const SourcePoint at = context_.line(directive->getBeginLoc());
    Expr count = default_threads(at);
    const ast::Expr* number = nullptr;
    if (const auto* clause = directive->getSingleClause<ast::OMPNumThreadsClause>())
        number = clause->getNumThreads();
    if (const auto* clause = directive->getSingleClause<ast::OMPNumTeamsClause>();
        clause != nullptr && !ast::isOpenMPParallelDirective(directive->getDirectiveKind()))
        number = clause->getNumTeams();
    if (number != nullptr) count = settle(as_i64(value(number)), number);
    return if_parallel(directive, std::move(count));
}

void ThreadNumbers::enter(const ast::OMPExecutableDirective* directive, bool asks_threads) {
    ++here_.level;
    if (here_.level == 1 && asks_threads)
        here_.level_threads = settled(number_of_threads(directive), directive->getBeginLoc());
}

/// 1 if a condition of the region does not hold.
Expr ThreadNumbers::if_parallel(const ast::OMPExecutableDirective* directive, Expr count) {
    const SourcePoint at = context_.line(directive->getBeginLoc());
    for (const auto* clause : directive->getClausesOfKind<ast::OMPIfClause>()) {
        const auto modifier = clause->getNameModifier();
        if (modifier != llvm::omp::OMPD_unknown && modifier != llvm::omp::OMPD_parallel) continue;
        Expr holds = condition(clause->getCondition());
        if (is_random(clause->getCondition())) {  // several threads are possible
            settle(std::move(holds), clause->getCondition());
            continue;
        }
        count =
            settle(apply(Function::select, {std::move(holds), count, literal(Type::i64, 1, at)}, false, at),
                   clause->getCondition());
    }
    return count;
}

Expr ThreadNumbers::known_threads(const ast::OMPExecutableDirective* directive) {
    const bool is_said = directive->hasClausesOfKind<ast::OMPNumThreadsClause>() || sets_number_;
    const bool is_conditional = directive->hasClausesOfKind<ast::OMPIfClause>();
    if (!is_said && !is_conditional) return nullptr;
    if (is_said) return unless_several(number_of_threads(directive));
    return unless_several(
        if_parallel(directive, literal(Type::i64, 2, context_.line(directive->getBeginLoc()))));
}

Expr ThreadNumbers::known_sharers(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    const bool has_teams = ast::isOpenMPTeamsDirective(kind) || ast::isOpenMPDistributeDirective(kind);
    const bool has_threads = ast::isOpenMPParallelDirective(kind);
    if (ast::isOpenMPGenericLoopDirective(kind) && (has_teams || here_.team_count != nullptr)) return nullptr;
    if (!has_teams) return has_threads ? known_threads(directive) : here_.threads_of_loops;
    Expr teams = ast::isOpenMPTeamsDirective(kind) ? count_of_teams(directive) : here_.team_count;
    teams = unless_several(std::move(teams));
    if (teams == nullptr || !has_threads) return teams;
    Expr threads = known_threads(directive);
    if (threads == nullptr) return nullptr;
    return apply(Function::max, {std::move(teams), std::move(threads)}, false,
                 context_.line(directive->getBeginLoc()));
}

Expr ThreadNumbers::count_of_teams(const ast::OMPExecutableDirective* directive) {
    const auto* clause = directive->getSingleClause<ast::OMPNumTeamsClause>();
    if (clause == nullptr) return literal(Type::i64, kTeams, context_.line(directive->getBeginLoc()));
    return settle(as_i64(value(clause->getNumTeams())), clause->getNumTeams());
}

std::uint32_t ThreadNumbers::number_of_teams(const ast::OMPExecutableDirective* directive) const {
    if (!ast::isOpenMPTeamsDirective(directive->getDirectiveKind())) return here_.teams;
    const auto* clause = directive->getSingleClause<ast::OMPNumTeamsClause>();
    const auto number = clause == nullptr ? std::nullopt : context_.integer(clause->getNumTeams());
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.value_or(kTeams), 1, kMaxTeams));
}

/// `omp_set_num_threads(n)`.
Expr ThreadNumbers::set_default_threads(const ast::CallExpr* e) {
    if (here_.team != nullptr && readers_.tasks.allows_nesting()) {
        Expr count = as_i64(value(e->getArg(0)));
        set(own_threads(e->getExprLoc())->variable, std::move(count), e->getExprLoc());
        return nullptr;
    }
    if (here_.region != 0) return nullptr;  // of regions inside of this one, which one thread executes
    sets_number_ = true;
    Expr count = as_i64(value(e->getArg(0)));
    default_threads(line(e));
    set(*default_threads_, std::move(count), e->getExprLoc());
    return nullptr;
}

/// What the thread has set for regions in its region; 0: nothing.
Expr ThreadNumbers::own_threads(ast::SourceLocation where) {
    Expr& own = here_.team->own_threads;
    if (own == nullptr) own = readers_.regions.team_variable("own_threads", where);
    return own;
}

/// Null: nobody sets it.
Expr ThreadNumbers::own_now(ast::SourceLocation where) {
    return sets_number_ ? settled(own_threads(where), where) : nullptr;
}

void ThreadNumbers::set_own(const Expr& count, ast::SourceLocation where) {
    if (count != nullptr) set(own_threads(where)->variable, count, where);
}

Expr ThreadNumbers::default_threads(SourcePoint at) {
    if (here_.team == nullptr || here_.team->own_threads == nullptr) return default_of_program(at);
    const Expr& own = here_.team->own_threads;
    const Expr is_set = apply(Function::ne, {own, literal(Type::i64, 0, at)}, true, at);
    return apply(Function::select, {is_set, own, default_of_program(at)}, false, at);
}

Expr ThreadNumbers::default_of_program(SourcePoint at) {
    if (!sets_number_) return literal(Type::i64, usual_threads_, at);
    const ValueType type = ValueType::number(Type::i64);
    if (!default_threads_) {
        default_threads_ = new_variable("threads", type);
        into(emitter_.prologue(),
             [&] { declare(*default_threads_, literal(Type::i64, usual_threads_), {}); });
    }
    return dsl::read(*default_threads_, type, at);
}

/// `omp_get_thread_num` and `omp_get_num_threads`.
Expr ThreadNumbers::thread_query(const ast::CallExpr* e, bool number) {
    if (here_.region == 0 || here_.alone) return literal(Type::i32, number ? 0 : 1, line(e));
    if (!here_.inner.empty()) return inner_query(e, number);
    if (here_.threads == nullptr && !number && here_.level_threads != nullptr) {
        function_.counts_threads = true;
        return convert(here_.level_threads, Type::i32, line(e));
    }
    if (here_.threads == nullptr && here_.level == 0) return literal(Type::i32, number ? 0 : 1, line(e));
    if (here_.threads == nullptr)
        context_.fail(e->getExprLoc(),
                      "this is not supported yet in a parallel loop, whose iterations any thread may run");
    function_.counts_threads = true;
    Expr result = convert(number ? element_number(line(e)) : here_.threads, Type::i32, line(e));
    if (!number || here_.team == nullptr || !readers_.uses.tasks().any) return result;
    result = settle(std::move(result), e);
    function_.thread_numbers.push_back(result->variable);
    return result;
}

Expr ThreadNumbers::inner_query(const ast::CallExpr* e, bool number) {
    const InnerTeam& team = here_.inner.back();
    if (number && team.number == nullptr)
        context_.fail(e->getExprLoc(), "in a nested region, this is not supported here yet");
    return convert(number ? team.number : team.count, Type::i32, line(e));
}

Expr ThreadNumbers::team_query(const ast::CallExpr* e, bool number) const {
    const Expr& known = number ? here_.team_number : here_.team_count;
    return known == nullptr ? nullptr : convert(known, Type::i32, line(e));
}

/// Of functions that ask for what does not change; nullopt for others.
std::optional<std::int64_t> ThreadNumbers::omp_constant(llvm::StringRef name) const {
    if (name == "omp_get_num_procs") return usual_threads_;
    if (name == "omp_get_num_teams") return here_.teams;
    if (name == "omp_get_thread_limit") return 1024;
    if (name == "omp_get_team_num") return 0;
    return std::nullopt;
}

}  // namespace musimd::reader
