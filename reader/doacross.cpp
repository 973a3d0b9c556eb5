#include "reader/readers.hpp"

// Loops with `ordered(n)`: an iteration waits at `depend(sink: …)` until others have come to
// `depend(source)`. Each iteration of the n loops has a sign, a number that grows each time that control
// comes to the loops: in round r, 2r + 1 says that it has come to `depend(source)`, and 2r + 2 that it has
// ended without doing so.

namespace musimd::reader {

/// The n of `ordered(n)`; 0 without it.
std::size_t DoacrossLoops::depth(const ast::OMPExecutableDirective* directive) const {
    const auto* clause = directive->getSingleClause<ast::OMPOrderedClause>();
    if (clause == nullptr || clause->getNumForLoops() == nullptr) return 0;
    return static_cast<std::size_t>(context_.integer(clause->getNumForLoops()).value_or(0));
}

Doacross DoacrossLoops::begin(const ast::OMPLoopDirective* directive, std::vector<CanonicalLoop> loops,
                              std::size_t shared) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const Expr all = iterations_outside(directive, loops);
    Pointer signs;
    into(*here_.team->host, [&] { signs = emitter_.new_array("signs", Type::i64, all, true, where); });
    return {.loops = std::move(loops),
            .shared = shared,
            .signs = signs,
            .round = readers_.regions.team_variable("round", where)};
}

/// How many iterations the loops have, computed before the region.
Expr DoacrossLoops::iterations_outside(const ast::OMPLoopDirective* directive,
                                       const std::vector<CanonicalLoop>& loops) {
    const ast::SourceLocation where = directive->getBeginLoc();
    for (const CanonicalLoop& loop : loops) {
        if (!loop.before.empty() || !loop.after.empty())
            context_.fail(loop.where(), "`ordered(n)` needs loops without statements between them");
        if (loop.first) context_.fail(loop.where(), "`ordered(n)` and `inscan` need loops over integers");
        for (const ast::Stmt* part : {loop.loop->getInit(), llvm::cast<ast::Stmt>(loop.loop->getCond()),
                                      llvm::cast<ast::Stmt>(loop.loop->getInc())})
            readers_.regions.check_known_outside(part, loop.variable, loop.where());
    }
    return readers_.regions.before_region(nullptr, nullptr, where, [&] {
        Expr count;
        for (const CanonicalLoop& loop : readers_.loops.nest(directive, std::ssize(loops)))
            count = count == nullptr ? loop.count : times(count, loop.count, context_.line(where));
        return count;
    });
}

/// The loops that are not shared: the thread executes all of their iterations, in their order.
void DoacrossLoops::inner_loops(Doacross& d, const ast::Stmt* body) {
    const std::size_t inner = d.numbers.size();
    if (inner == d.loops.size()) return statement(body);
    const CanonicalLoop& loop = d.loops[inner];
    const ast::SourceLocation where = loop.where();
    const SourcePoint at = context_.line(where);
    const ValueType type = ValueType::number(Type::i64);
    const VariableId number = new_variable("iteration", type);
    const Expr reading = dsl::read(number, type, at);
    declare(number, literal(Type::i64, 0, at), where);
    d.numbers.push_back(reading);
    Block inside = block_in(Around::loop, [&] {
        readers_.loops.declare_loop_variable(loop, reading);
        attempt([&] { inner_loops(d, body); });
    });
    Block step = block([&] {
        if (d.numbers.size() == d.loops.size()) end_of_iteration(d, linear(d, d.numbers), where);
        set(number, plus(reading, literal(Type::i64, 1, at), at), where);
    });
    d.numbers.pop_back();
    Statement& result = emit(Statement::Kind::while_, where);
    result.value = apply(Function::lt, {reading, loop.count}, true, at);
    result.body = std::move(inside);
    result.step = std::move(step);
}

// ---- signs

/// The number of an iteration of all loops, in the order of C.
Expr DoacrossLoops::linear(const Doacross& d, const std::vector<Expr>& numbers) const {
    Expr result = numbers.front();
    for (std::size_t k = 1; k < numbers.size(); ++k) {
        const SourcePoint at = context_.line(d.loops[k].where());
        result = plus(times(std::move(result), d.loops[k].count, at), numbers[k], at);
    }
    return result;
}

Expr DoacrossLoops::sign_given(const Doacross& d, SourcePoint line) const {
    return plus(times(d.round, literal(Type::i64, 2, line), line), literal(Type::i64, 1, line), line);
}

Pointer DoacrossLoops::sign_of(const Doacross& d, const Expr& iteration) const {
    Pointer result = d.signs;
    result.index = iteration;
    return result;
}

void DoacrossLoops::give_sign(const Doacross& d, ast::SourceLocation where) {
    const Expr given = settled(sign_given(d, context_.line(where)), where);
    const Pointer own = sign_of(d, settled(linear(d, d.numbers), where));
    readers_.places.atomically(
        own, Type::i64, where, [&](const Expr&) { return given; }, false, true);
}

void DoacrossLoops::end_of_iteration(const Doacross& d, const Expr& iteration, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const Expr given = settled(sign_given(d, at), where);
    const Expr ended = plus(given, literal(Type::i64, 1, at), at);
    readers_.places.atomically(
        sign_of(d, settled(iteration, where)), Type::i64, where, [&](const Expr& seen) {
            Expr is_given = apply(Function::eq, {seen, given}, true, at);
            return apply(Function::select, {std::move(is_given), seen, ended}, false, at);
        });
}

/// An iteration outside of the loops is none.
void DoacrossLoops::wait_for(const Doacross& d, const ast::OMPClause* clause,
                             llvm::ArrayRef<const ast::Expr*> vector) {
    const ast::SourceLocation where = clause->getBeginLoc();
    const SourcePoint at = context_.line(where);
    const Expr zero = literal(Type::i64, 0, at);
    Expr exists = literal(true, at);
    const auto require = [&](Expr holds) {
        exists = apply(Function::andl, {exists, std::move(holds)}, true, at);
    };
    std::vector<Expr> numbers = d.numbers;
    for (std::size_t k = 0; k < vector.size() && k < numbers.size(); ++k) {
        const auto* sum = llvm::dyn_cast<ast::BinaryOperator>(vector[k]->IgnoreParenImpCasts());
        if (sum == nullptr) continue;
        const Expr distance =
            literal(Type::i64, static_cast<std::uint64_t>(context_.integer(sum->getRHS()).value_or(0)), at);
        const CanonicalLoop& loop = d.loops[k];
        Expr iterations = distance;
        if (!is_literal(loop.step, 1)) {
            require(
                apply(Function::eq, {apply(Function::rem, {distance, loop.step}, true, at), zero}, true, at));
            iterations = apply(Function::div, {distance, loop.step}, true, at);
        }
        const bool back = (sum->getOpcode() == ast::BO_Sub) != loop.down;
        numbers[k] =
            settled(back ? minus(numbers[k], iterations, at) : plus(numbers[k], iterations, at), where);
        require(apply(Function::ge, {numbers[k], zero}, true, at));
        require(apply(Function::lt, {numbers[k], loop.count}, true, at));
    }
    emitter_.when(exists, where, [&] { wait_for(d, linear(d, numbers), where); });
}

/// Waits for the sign of another iteration. One that does not come earlier in the order of C, or that has
/// ended without its sign, never gives it.
void DoacrossLoops::wait_for(const Doacross& d, const Expr& other, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const Expr earlier = settled(other, where);
    const Expr own = settled(linear(d, d.numbers), where);
    const Expr given = settled(sign_given(d, at), where);
    emitter_.when(apply(Function::ge, {earlier, own}, true, at), where,
                  [&] { readers_.regions.act(TeamAct::stuck, where); });
    emitter_.when(apply(Function::lt, {earlier, own}, true, at), where, [&] {
        const Pointer sign = sign_of(d, earlier);
        readers_.places.wait_while(sign, Type::i64, where, [&](const Expr& seen) {
            return apply(Function::lt, {seen, given}, true, at);
        });
        const Expr seen =
            settled(readers_.places.atomically(sign, Type::i64, where, nullptr, true, false), where);
        const Expr ended = plus(given, literal(Type::i64, 1, at), at);
        emitter_.when(apply(Function::eq, {seen, ended}, true, at), where,
                      [&] { readers_.regions.act(TeamAct::stuck, where); });
    });
}

// ---- the directive

/// `ordered` with `depend` or, in OpenMP 5.2, `doacross`.
void DoacrossLoops::ordered_by_signs(const ast::OMPExecutableDirective* directive) {
    if (here_.alone) return;  // which executes the iterations in their order
    const ast::SourceLocation where = directive->getBeginLoc();
    if (here_.doacross == nullptr)
        context_.fail(where, "the loop around this `ordered` must have the clause `ordered(n)`");
    const Doacross& d = *here_.doacross;
    const SourcePoint at = context_.line(where);
    for (const ast::OMPClause* clause : directive->clauses()) {
        std::vector<const ast::Expr*> vector;
        if (const auto* depend = llvm::dyn_cast<ast::OMPDependClause>(clause)) {
            for (const ast::Expr* e : depend->varlists()) vector.push_back(e);
            if (depend->getDependencyKind() == ast::OMPC_DEPEND_source)
                give_sign(d, where);
            else
                wait_for(d, clause, vector);
            continue;
        }
        const auto* doacross = llvm::dyn_cast<ast::OMPDoacrossClause>(clause);
        if (doacross == nullptr) continue;
        for (const ast::Expr* e : doacross->varlists()) vector.push_back(e);
        switch (doacross->getDependenceType()) {
            case ast::OMPC_DOACROSS_source:
            case ast::OMPC_DOACROSS_source_omp_cur_iteration:
                give_sign(d, where);
                break;
            case ast::OMPC_DOACROSS_sink:
                wait_for(d, clause, vector);
                break;
            case ast::OMPC_DOACROSS_sink_omp_cur_iteration: {
                const Expr before =
                    settled(minus(linear(d, d.numbers), literal(Type::i64, 1, at), at), where);
                emitter_.when(apply(Function::ge, {before, literal(Type::i64, 0, at)}, true, at), where,
                              [&] { wait_for(d, before, where); });
                break;
            }
            case ast::OMPC_DOACROSS_unknown:
                break;  // Clang reports it
        }
    }
}

}  // namespace musimd::reader
