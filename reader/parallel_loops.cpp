#include "reader/readers.hpp"
#include "reader/survey.hpp"

// Parallel loops, whose iterations are independent.

namespace musimd::reader {

void ParallelLoops::parallel_loop(const ast::OMPLoopDirective* directive, const Clauses& around) {
    const Survey inside = survey(directive->getRawStmt());
    const bool of_threads = directive->hasClausesOfKind<ast::OMPOrderedClause>() ||
                            directive->hasClausesOfKind<ast::OMPCopyinClause>();
    if (inside.waits || inside.names_thread || inside.nests || inside.tasks || of_threads)
        return loop_of_threads(directive);
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    const bool simd = ast::isOpenMPSimdDirective(kind);
    const llvm::SaveAndRestore level(here_.level, here_.level);
    const llvm::SaveAndRestore threads(here_.level_threads, here_.level_threads);
    if (ast::isOpenMPParallelDirective(kind)) readers_.thread_numbers.enter(directive, inside.asks_threads);
    Clauses found = readers_.clauses.read(directive, simd);
    std::vector<CanonicalLoop> loops;
    {
        const NestedScope scope(here_);
        readers_.privates.take_names_of(around, directive->getRawStmt(), found);
        const auto scans = Scans::take(found);
        loops = readers_.loops.nest(directive, found.collapse);
        if (!found.linear.empty()) readers_.loops.check_rectangular(loops);
        Expr count = readers_.loops.iterations_of(loops, directive->getBeginLoc());
        if (!found.last_privates.empty())
            count = readers_.loops.up_to_last(loops, std::move(count), directive->getBeginLoc());
        const std::optional<TeamShare> share = share_of_team(directive, found, count);
        if (!found.last_privates.empty() || !found.linear.empty())  // which the count may mention
            count = settle(std::move(count), loops.front().condition());
        const std::vector<LinearVariable> linear = readers_.linear.begin(found, loops);
        const auto begin = [&] {
            const Expr element = element_number(context_.line(loops.front().where()));
            readers_.loops.declare_loop_variables(loops, share ? share->iteration(element) : element);
            readers_.privates.privatize(found);
            for (const LinearVariable& v : linear) readers_.linear.declare_in(v, element_number(line(v.at)));
        };
        Expr last_count;  // of the loop that has the last iteration
        if (share && share->has_last != nullptr)
            last_count =
                settled(apply(Function::select, {share->has_last, count, literal(Type::i64, 0, share->at)},
                              false, share->at),
                        directive->getBeginLoc());
        const std::uint32_t width = simd ? found.width(32) : 0;
        const ast::Stmt* inner = loops.back().body();
        if (scans.empty()) {
            const auto read = [&] {
                parallel({directive, found, count, width, loops, nullptr, 1, "", last_count}, begin,
                         [&] { readers_.loops.read_body(loops, [&] { statement(inner); }); });
            };
            const bool has_promises = simd && !share && here_.device == nullptr;
            has_promises ? with_promises(directive, found, count, read) : read();
        } else {
            count = settle(std::move(count), loops.front().condition());
            const auto scanned = readers_.scans.begin(scans, count, emitter_.out());
            const auto phase = [&](auto read) {
                const NestedScope names(here_);
                const Expr number = element_number(context_.line(loops.front().where()));
                parallel({directive, found, count, width, loops}, begin, [&] {
                    readers_.loops.read_body(loops, [&] { (readers_.scans.*read)(scanned, number, inner); });
                });
            };
            phase(&Scans::input_phase);
            readers_.scans.between(scanned, count, inner);
            phase(&Scans::scan_phase);
        }
        for (const LinearVariable& v : linear)
            write_place(v.original, readers_.linear.value_in(v, count), v.at);
    }
    // In the combined form they are `linear` or `lastprivate`.
    readers_.loops.set_loop_variables(loops, simd ? nullptr : &found.last_privates);
}

/// A loop whose iterations are those of a simd loop, too.
void ParallelLoops::with_promises(const ast::OMPLoopDirective* directive, const Clauses& found,
                                  const Expr& count, const std::function<void()>& read) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const SourcePoint at = context_.line(where);
    const VariableId iterations = new_variable("iterations", count->type);
    Block before;
    Block after;
    here_.before_simd = &before;
    here_.after_simd = &after;
    here_.simd_line = at;
    here_.simd_number = element_number(at);
    here_.simd_count = dsl::read(iterations, count->type, at);
    here_.simd_width = found.width(0) != 0 ? found.width(0) : found.safelen;
    Block loop = block(read);
    if (!after.empty()) declare(iterations, count, where);
    for (Block* part : {&before, &loop, &after}) append(std::move(*part));
}

/// Of a distributed loop in code that each team executes: every iteration T, from that of the team's number.
std::optional<ParallelLoops::TeamShare> ParallelLoops::share_of_team(const ast::OMPLoopDirective* directive,
                                                                     const Clauses& found, Expr& count) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    const bool is_distributed = ast::isOpenMPDistributeDirective(kind) || kind == llvm::omp::OMPD_loop;
    if (here_.team_number == nullptr || !is_distributed) return std::nullopt;
    const ast::SourceLocation where = directive->getBeginLoc();
    if (!found.linear.empty()) context_.fail(where, "`linear` is not supported here yet");
    const SourcePoint at = context_.line(where);
    TeamShare share{here_.team_number, here_.team_count, at, nullptr};
    if (!found.last_privates.empty()) {
        count = settled(std::move(count), where);
        const Expr last = minus(count, literal(Type::i64, 1, at), at);
        const Expr owner = apply(Function::rem, {last, share.teams}, true, at);
        share.has_last = settled(apply(Function::eq, {owner, share.team}, true, at), where);
    }
    const Expr rest =
        minus(plus(count, share.teams, at), plus(share.team, literal(Type::i64, 1, at), at), at);
    count = settled(apply(Function::div, {rest, share.teams}, true, at), where);
    return share;
}

Expr ParallelLoops::TeamShare::iteration(const Expr& number) const {
    return plus(team, times(number, teams, at), at);
}

void ParallelLoops::parallel(const Iterations& iterations, const std::function<void()>& begin,
                             const std::function<void()>& body) {
    const ast::SourceLocation where = iterations.directive->getBeginLoc();
    Statement result;
    result.kind = Statement::Kind::parallel;
    result.line = context_.line(where);
    result.width = iterations.width;
    result.function = iterations.part;
    result.value = iterations.count;
    if (iterations.team == nullptr) {
        if (Expr sharers = readers_.thread_numbers.known_sharers(iterations.directive))
            result.operands = {std::move(sharers)};
    }
    Reduced reduced = readers_.reductions.begin(iterations.clauses, 1);
    result.reductions = std::move(reduced.list);
    std::vector<ArrayReduction> arrays =
        readers_.array_reductions.begin(iterations.clauses, iterations.count);
    std::vector<LastValue> last =
        readers_.last_values.begin(iterations.clauses, iterations.loops, iterations.count);
    const Expr last_count = iterations.last_count == nullptr ? iterations.count : iterations.last_count;
    const unsigned outside = std::exchange(here_.region, 1u);
    result.body = block_in(Around::parallel, [&] {
        begin();
        for (ArrayReduction& r : arrays) readers_.array_reductions.begin_partial(r);
        readers_.last_values.iteration(last, last_count, where, [&] {
            if (reduced.logical.empty()) return body();
            Block inside = block(body);  // a call, because `continue` ends it alone
            emit(Statement::Kind::call, where).body = std::move(inside);
            readers_.reductions.end_logical(reduced, where);
        });
    });
    here_.region = outside;
    if (iterations.team != nullptr) {
        result.threads = true;
        result.teams = iterations.teams;
        for (const ArrayReduction& r : arrays) function_.of_threads.push_back(r.partial.buffer);
        result.body.insert(result.body.begin(), std::make_move_iterator(iterations.team->begin.begin()),
                           std::make_move_iterator(iterations.team->begin.end()));
    }
    append(std::move(result));
    readers_.reductions.store_reduced(reduced.copies, where);
    for (const ArrayReduction& r : arrays) readers_.array_reductions.combine(r, iterations.count);
    for (const LastValue& v : last) readers_.last_values.take_last(v, last_count);
}

/// A parallel loop whose iterations may wait: a region with a loop that its threads share.
void ParallelLoops::loop_of_threads(const ast::OMPLoopDirective* directive) {
    readers_.regions.team_region(directive, [&] {
        Clauses found;
        const Clauses all =
            readers_.clauses.read(directive, ast::isOpenMPSimdDirective(directive->getDirectiveKind()), true);
        found.collapse = all.collapse;
        found.last_privates = all.last_privates;
        readers_.worksharing.shared_loop(directive, found);
    });
}

}  // namespace musimd::reader
