#include "reader/tasks.hpp"

#include "reader/readers.hpp"
#include "reader/shapes.hpp"
#include "reader/survey.hpp"

// Tasks, groups of them, and what waits for them. Their clauses are in task_clauses.cpp, and their loops in
// task_loops.cpp.

namespace musimd::reader {

bool Tasks::directive(const ast::OMPExecutableDirective* directive) {
    switch (directive->getDirectiveKind()) {
        case llvm::omp::OMPD_task:
            return task(directive), true;
        case llvm::omp::OMPD_taskwait:
            return wait(directive), true;
        case llvm::omp::OMPD_taskgroup:
            return group(directive), true;
        case llvm::omp::OMPD_taskloop:
        case llvm::omp::OMPD_taskloop_simd:
            return loop(llvm::cast<ast::OMPLoopDirective>(directive)), true;
        case llvm::omp::OMPD_master_taskloop:
        case llvm::omp::OMPD_master_taskloop_simd:
        case llvm::omp::OMPD_masked_taskloop:
        case llvm::omp::OMPD_masked_taskloop_simd:
            readers_.regions.masked(directive, [&] { loop(llvm::cast<ast::OMPLoopDirective>(directive)); });
            return true;
        case llvm::omp::OMPD_depobj:
            return depobj(llvm::cast<ast::OMPDepobjDirective>(directive)), true;
        case llvm::omp::OMPD_taskyield:
        case llvm::omp::OMPD_cancel:  // which does nothing unless OMP_CANCELLATION says so
        case llvm::omp::OMPD_cancellation_point:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

bool Tasks::needs_memory(const ast::VarDecl* v) const {
    return here_.region != 0 && here_.team != nullptr && readers_.uses.tasks().shared.contains(v);
}

// ---- acts

void Tasks::act(TeamAct action, ast::SourceLocation where) {
    if (!is_alone()) readers_.regions.act(action, where);
}

/// What observers know as the last value that the thread has stored.
void Tasks::store_about(const Expr& value, ast::SourceLocation where) {
    std::optional<Pointer>& values = here_.team->values_of_acts;
    if (!values) {
        into(*here_.team->host,
             [&] { values = emitter_.new_array("act", Type::i64, here_.threads, true, where); });
        function_.of_threads.push_back(values->buffer);
    }
    Pointer own = *values;
    own.index = element_number(context_.line(where));
    store(own, value, where);
}

void Tasks::act_about(const Expr& value, TeamAct action, ast::SourceLocation where) {
    store_about(value, where);
    readers_.regions.act(action, where);
}

bool Tasks::follows_objects() const {
    return !is_alone() && readers_.uses.tasks().any && here_.lane == nullptr;
}

void Tasks::note_object(BufferId buffer, const Expr& base, std::int64_t cells, ast::SourceLocation where) {
    if (!follows_objects()) return;
    const SourcePoint at = context_.line(where);
    store_about(literal(Type::i64, static_cast<std::uint64_t>(cells), at), where);
    act_about(plus(readers_.pointers.address_of(buffer, at), base, at), TeamAct::object, where);
}

void Tasks::note_automatic(const ast::VarDecl* v, const Pointer& object) {
    if (!follows_objects() || object.to != Pointer::To::buffer) return;
    readers_.regions.act(TeamAct::automatic, v->getLocation());
    note_name(v, object);
}

void Tasks::note_name(const ast::VarDecl* v, const Pointer& object) {
    note_shape(context_, object.buffer, v->getNameAsString(), v->getType(), false, function_);
}

bool Tasks::has_scope(const ast::FunctionDecl* callee) const {
    return !is_alone() && readers_.uses.tasks().any && survey(callee->getBody()).tasks;
}

// ---- constructs

// What the task copies, its parent reads.
void Tasks::task(const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const NestedScope scope(here_);
    const Conditions when = conditions(directive);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPDetachClause>()) detach(clause);
    own_variables(directive);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPDependClause>()) depend(clause);
    std::vector<PartOfSum> sums;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPInReductionClause>())
        begin_sums(clause, sums);
    begin(when, where);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPDetachClause>()) {
        if (!is_alone()) act_about(as_i64(value(clause->getEventHandler())), TeamAct::detached, where);
    }
    const Expr final_before = begin_final(when, where);
    statement(directive->getRawStmt());
    end_sums(sums, where);
    end_final(final_before, where);
    act(TeamAct::task_end, where);
}

void Tasks::wait(const ast::OMPExecutableDirective* directive) {
    if (here_.region == 0) readers_.device.wait(directive->getBeginLoc());
    const ast::SourceLocation where = directive->getBeginLoc();
    if (!directive->hasClausesOfKind<ast::OMPDependClause>()) return act(TeamAct::task_wait, where);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPDependClause>()) depend(clause);
    if (!directive->hasClausesOfKind<ast::OMPNowaitClause>()) return act(TeamAct::depend_wait, where);
    act(TeamAct::task, where);  // it only has dependences
    act(TeamAct::task_end, where);
}

void Tasks::group(const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    act(TeamAct::group, where);
    statement(directive->getRawStmt());
    act(TeamAct::group_end, where);
}

Tasks::Conditions Tasks::conditions(const ast::OMPExecutableDirective* directive) {
    Conditions result;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPIfClause>()) {
        const auto modifier = clause->getNameModifier();
        if (modifier == llvm::omp::OMPD_unknown || modifier == llvm::omp::OMPD_task ||
            modifier == llvm::omp::OMPD_taskloop)
            result.deferred = settle(condition(clause->getCondition()), clause->getCondition());
    }
    for (const auto* clause : directive->getClausesOfKind<ast::OMPFinalClause>())
        result.final = settle(condition(clause->getCondition()), clause->getCondition());
    return result;
}

void Tasks::begin(const Conditions& conditions, ast::SourceLocation where) {
    if (is_alone()) return;
    if (conditions.deferred == nullptr) {
        act(TeamAct::task, where);
    } else {
        Block deferred = block([&] { act(TeamAct::task, where); });
        Block at_once = block([&] { act(TeamAct::undeferred, where); });
        Statement& result = emit(Statement::Kind::if_, where);
        result.value = conditions.deferred;
        result.body = std::move(deferred);
        result.otherwise = std::move(at_once);
    }
    if (conditions.final != nullptr)
        emitter_.when(conditions.final, where, [&] { act(TeamAct::final_task, where); });
}

// ---- `omp_in_final`

/// An i64 of the thread: whether it executes a final task.
Expr Tasks::final_variable(ast::SourceLocation where) {
    const ValueType type = ValueType::number(Type::i64);
    if (!is_alone()) {
        if (here_.team->is_final == nullptr)
            here_.team->is_final = readers_.regions.team_variable("is_final", where);
        return here_.team->is_final;
    }
    if (here_.region != 0) return literal(Type::i64, 0, context_.line(where));
    if (!final_of_host_) {
        final_of_host_ = new_variable("is_final", type);
        into(emitter_.prologue(), [&] { declare(*final_of_host_, literal(Type::i64, 0), {}); });
    }
    return dsl::read(*final_of_host_, type, context_.line(where));
}

Expr Tasks::begin_final(const Conditions& conditions, ast::SourceLocation where) {
    if (conditions.final == nullptr || !readers_.uses.tasks().asks_final) return nullptr;
    const Expr now = final_variable(where);
    if (now->kind != Expression::Kind::variable) return nullptr;
    const Expr before = settled(now, where);
    emitter_.when(conditions.final, where,
                  [&] { set(now->variable, literal(Type::i64, 1, now->line), where); });
    return before;
}

void Tasks::end_final(const Expr& before, ast::SourceLocation where) {
    if (before != nullptr) set(final_variable(where)->variable, before, where);
}

Expr Tasks::in_final(const ast::CallExpr* e) {
    return convert(final_variable(e->getExprLoc()), Type::i32, line(e));
}

}  // namespace musimd::reader
