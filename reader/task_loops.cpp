#include "reader/readers.hpp"
#include "reader/survey.hpp"
#include "reader/tasks.hpp"

// `taskloop`: any iterations may be in different tasks, so each is a task of its own.

namespace musimd::reader {

/// A loop under the directive, while it is read.
struct Tasks::Loop {
    std::vector<CanonicalLoop> loops;
    Expr count;   ///< of iterations
    Expr is_one;  ///< one task has all of them; null: it does not
    Expr chunk;   ///< iterations of a task, if an inner thread's number matters; null: 1
    Conditions when;
    std::vector<PartOfSum> sums;
    Clauses privates;
    std::vector<std::pair<const ast::DeclRefExpr*, Expr>> first_values;
    std::vector<std::pair<const ast::DeclRefExpr*, Place>> last;
};

/// Where the clauses leave no choice, all iterations are in one task.
Expr Tasks::is_one_task(const ast::OMPLoopDirective* directive, const Expr& count) {
    const SourcePoint at = context_.line(directive->getBeginLoc());
    if (const auto* clause = directive->getSingleClause<ast::OMPNumTasksClause>()) {
        const Expr tasks = as_i64(value(clause->getNumTasks()));
        return settle(apply(Function::le, {tasks, literal(Type::i64, 1, at)}, true, at),
                      clause->getNumTasks());
    }
    const auto* clause = directive->getSingleClause<ast::OMPGrainsizeClause>();
    if (clause == nullptr) return nullptr;
    // Two tasks have at least two times the grain size.
    const bool is_strict = clause->getModifier() == ast::OMPC_GRAINSIZE_strict;
    const Expr factor = literal(Type::i64, is_strict ? 1 : 2, at);
    const Expr most = times(as_i64(value(clause->getGrainsize())), factor, at);
    return settle(apply(is_strict ? Function::le : Function::lt, {count, most}, true, at),
                  clause->getGrainsize());
}

void Tasks::loop(const ast::OMPLoopDirective* directive) {
    loop(directive, conditions(directive), !directive->hasClausesOfKind<ast::OMPNogroupClause>());
}

/// `when`: which is settled. It may be that of the region around.
void Tasks::loop(const ast::OMPLoopDirective* directive, const Conditions& when, bool waits) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const NestedScope scope(here_);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPLinearClause>())
        context_.report(clause->getBeginLoc(), "`linear` is not supported here yet");
    Loop l;
    l.when = when;
    const auto* depth = directive->getSingleClause<ast::OMPCollapseClause>();
    l.loops = readers_.loops.nest(
        directive, depth == nullptr ? 1 : context_.integer(depth->getNumForLoops()).value_or(1));
    for (CanonicalLoop& one : l.loops) {
        for (Expr* part : {&one.low, &one.step, &one.count}) *part = settle(*part, one.condition());
        l.count = l.count == nullptr ? one.count : times(l.count, one.count, context_.line(one.where()));
    }
    l.count = settle(l.count, l.loops.front().condition());
    l.is_one = is_one_task(directive, l.count);
    l.chunk = chunk_of_threads(directive, l.count);
    if (waits) act(TeamAct::group, where);
    read_clauses(directive, l);
    const Expr final_before = begin_final(l.when, where);
    if (l.is_one != nullptr) emitter_.when(l.is_one, where, [&] { begin(l.when, where); });
    iterations(l, where);
    if (l.is_one != nullptr) emitter_.when(l.is_one, where, [&] { act(TeamAct::task_end, where); });
    end_final(final_before, where);
    if (waits) act(TeamAct::group_end, where);
}

/// What is computed before the loop.
void Tasks::read_clauses(const ast::OMPLoopDirective* directive, Loop& l) {
    const auto names = [](const auto& clauses, std::vector<const ast::DeclRefExpr*>& list) {
        for (const auto* clause : clauses) {
            for (const ast::Expr* e : clause->varlists())
                list.push_back(llvm::cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()));
        }
    };
    std::vector<const ast::DeclRefExpr*> last;
    names(directive->getClausesOfKind<ast::OMPLastprivateClause>(), last);
    names(directive->getClausesOfKind<ast::OMPPrivateClause>(), l.privates.privates);
    names(directive->getClausesOfKind<ast::OMPFirstprivateClause>(), l.privates.first_privates);
    std::erase_if(l.privates.privates,
                  [&](const ast::DeclRefExpr* name) { return is_of_loops(name, l.loops); });
    for (const ast::DeclRefExpr* name : last) attempt([&] { l.last.emplace_back(name, place(name)); });
    l.first_values = readers_.privates.values_of_first_privates(l.privates);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPReductionClause>())
        begin_sums(clause, l.sums);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPInReductionClause>())
        begin_sums(clause, l.sums);
    if (std::ranges::any_of(l.sums, [](const PartOfSum& sum) { return sum.array.has_value(); }))
        context_.fail(directive->getBeginLoc(), "reductions of arrays by `taskloop` are not supported yet");
}

/// Each thread of an inner team has one chunk, if it matters which one executes an iteration.
Expr Tasks::chunk_of_threads(const ast::OMPLoopDirective* directive, const Expr& count) {
    if (here_.inner.empty() || makes_tasks(directive) || !survey(directive->getRawStmt()).names_thread)
        return nullptr;
    const SourcePoint at = context_.line(directive->getBeginLoc());
    const Expr& threads = here_.inner.back().count;
    const Expr one = literal(Type::i64, 1, at);
    Expr size = apply(Function::div, {minus(plus(count, threads, at), one, at), threads}, true, at);
    return settled(apply(Function::max, {std::move(size), one}, false, at), directive->getBeginLoc());
}

void Tasks::iterations(const Loop& l, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const auto each_task = [&](const std::function<void()>& read) {
        if (l.is_one == nullptr) return read();
        emitter_.when(apply(Function::eq, {l.is_one, literal(false, at)}, true, at), where, read);
    };
    const ValueType index = ValueType::number(Type::i64);
    const VariableId next = new_variable("number", index);
    declare(next, literal(Type::i64, 0, at), where);
    const Expr number = dsl::read(next, index, at);
    const NestedScope scope(here_);
    const auto at_chunk = [&](const Expr& of, const std::function<void()>& read) {
        if (l.chunk == nullptr) return read();
        const Expr rest = apply(Function::rem, {of, l.chunk}, true, at);
        const Expr zero = literal(Type::i64, 0, at);
        const Expr ends = apply(Function::eq, {of, l.count}, true, at);
        emitter_.when(apply(Function::orb, {apply(Function::eq, {rest, zero}, true, at), ends}, true, at),
                      where, read);
    };
    if (l.chunk != nullptr) here_.inner.back().number = apply(Function::div, {number, l.chunk}, true, at);
    Block body = block_in(Around::loop, [&] {
        at_chunk(number, [&] { each_task([&] { begin(l.when, where); }); });
        readers_.loops.declare_loop_variables(l.loops, number);
        for (const PartOfSum& sum : l.sums)
            set(sum.partial, literal(sum.original.type, sum.identity_bits, at), where);
        readers_.privates.privatize_again(l.privates, {});
        for (const auto& [name, initial] : l.first_values)
            attempt([&] { readers_.privates.declare_first_private(name, initial); });
        for (const auto& [name, original] : l.last) {
            const bool is_first = std::ranges::find(l.first_values, name->getDecl(), [](const auto& first) {
                                      return first.first->getDecl();
                                  }) != l.first_values.end();
            if (!is_of_loops(name, l.loops) && !is_first)
                attempt([&] { readers_.privates.rebind_private(name, false); });
        }
        attempt([&] { statement(l.loops.back().body()); });
    });
    Block step = block([&] {
        end_iteration(l, number, where);
        at_chunk(plus(number, literal(Type::i64, 1, at), at),
                 [&] { each_task([&] { act(TeamAct::task_end, where); }); });
        set(next, plus(number, literal(Type::i64, 1, at), at), where);
    });
    Statement& result = emit(Statement::Kind::while_, where);
    result.value = apply(Function::lt, {number, l.count}, true, at);
    result.body = std::move(body);
    result.step = std::move(step);
}

/// The last one stores the values of `lastprivate`.
void Tasks::end_iteration(const Loop& l, const Expr& number, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    end_sums(l.sums, where);
    if (l.last.empty()) return;
    const Expr last = minus(l.count, literal(Type::i64, 1, at), at);
    emitter_.when(apply(Function::eq, {number, last}, true, at), where, [&] {
        for (const auto& [name, original] : l.last) {
            const auto loop = std::ranges::find(l.loops, named_variable(name), &CanonicalLoop::variable);
            attempt([&] {
                Expr own = loop == l.loops.end() ? read_place(place(name), name)
                                                 : readers_.loops.loop_value(*loop, loop->count);
                write_place(original, std::move(own), name);
            });
        }
    });
}

}  // namespace musimd::reader
