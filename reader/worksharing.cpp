#include "reader/readers.hpp"
#include "reader/shares.hpp"
#include "reader/survey.hpp"

// Constructs that the threads of a team share: loops, sections, and the order of iterations.

namespace musimd::reader {

void Worksharing::shared_loop(const ast::OMPLoopDirective* directive, const Clauses& found) {
    const NestedScope scope(here_);
    if (here_.alone) {
        readers_.privates.privatize_again(found, {});
        return statement(directive->getRawStmt());
    }
    Share share;
    const std::size_t depth = readers_.doacross.depth(directive);
    const auto shared = static_cast<std::size_t>(found.collapse);
    std::vector<CanonicalLoop> loops =
        readers_.loops.nest(directive, static_cast<std::int64_t>(std::max(shared, depth)));
    if (depth != 0) readers_.loops.check_rectangular(loops);
    for (CanonicalLoop& loop : loops) {
        for (Expr* part : {&loop.low, &loop.step, &loop.count}) *part = settle(*part, loop.condition());
    }
    share.loops.assign(loops.begin(), loops.begin() + found.collapse);
    for (const CanonicalLoop& loop : share.loops)
        share.count =
            share.count == nullptr ? loop.count : times(share.count, loop.count, context_.line(loop.where()));
    if (!found.last_privates.empty())
        share.count =
            readers_.loops.up_to_last(share.loops, std::move(share.count), directive->getBeginLoc());
    share.count = settle(share.count, share.loops.front().condition());
    assign_chunks(directive, share);
    share.marked = !is_bound_to_its_thread(directive->getRawStmt());
    const ast::Stmt* body = loops.back().body();
    if (depth != 0) {
        Doacross signs = readers_.doacross.begin(directive, std::move(loops), shared);
        here_.doacross = &signs;
        share_work(directive, found, share, [&](const Expr& number) {
            signs.numbers = readers_.loops.declare_loop_variables(share.loops, number);
            readers_.doacross.inner_loops(signs, body);
        });
        const Expr next = plus(signs.round, literal(Type::i64, 1), signs.round->line);
        return set(signs.round->variable, next, directive->getBeginLoc());
    }
    Clauses others = found;
    const auto scans = Scans::take(others);
    if (!scans.empty()) return shared_scan(directive, others, scans, share, body);
    const std::vector<LinearVariable> linear = readers_.linear.begin(found, share.loops);
    const ast::SourceLocation where = directive->getBeginLoc();
    if (!linear.empty()) readers_.regions.act(TeamAct::barrier, where);  // all have read the originals
    const auto store_linear = [&] {
        const Expr first =
            apply(Function::eq, {element_number(share.count->line), literal(Type::i64, 0)}, true);
        emitter_.when(first, where, [&] {
            for (const LinearVariable& v : linear)
                write_place(v.original, readers_.linear.value_in(v, share.count), v.at);
        });
    };
    if (!linear.empty()) store_linear();
    share_work(directive, found, share, [&](const Expr& number) {
        readers_.loops.declare_loop_variables(share.loops, number);
        for (const LinearVariable& v : linear) readers_.linear.declare_in(v, number);
        readers_.loops.read_body(share.loops, [&] { statement(body); });
    });
}

/// Whether it matters which thread executes it.
bool Worksharing::is_bound_to_its_thread(const ast::Stmt* body) const {
    return survey(body).names_thread || readers_.thread_values.are_named_in(body);
}

/// Without a size, each thread has one chunk or, if the schedule hands them out, chunks of one iteration.
void Worksharing::assign_chunks(const ast::OMPExecutableDirective* directive, Share& share) {
    const SourcePoint at = context_.line(directive->getBeginLoc());
    const auto number = [&](std::uint64_t n) { return literal(Type::i64, n, at); };
    const Schedule schedule = schedule_of(directive);
    share.fixed = schedule.fixed;
    if (schedule.chunk != nullptr) {
        share.chunk = settle(as_i64(value(schedule.chunk)), schedule.chunk);
    } else if (schedule.by_chunks) {
        share.chunk = number(1);
    } else {
        Expr rounded = plus(share.count, minus(here_.threads, number(1), at), at);
        Expr size = apply(Function::div, {std::move(rounded), here_.threads}, true, at);
        share.chunk =
            settled(apply(Function::max, {std::move(size), number(1)}, false, at), directive->getBeginLoc());
    }
}

/// The loop over this thread's iterations, with what the clauses say, and the barrier at its end.
void Worksharing::share_work(const ast::OMPExecutableDirective* directive, const Clauses& found,
                             const Share& share, const std::function<void(const Expr&)>& read_body) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const SourcePoint at = context_.line(where);
    const Expr thread = element_number(at);
    Clauses others = found;
    const std::vector<SharedReduction> reduced = shared_reductions(found);
    const std::vector<ArrayReduction> arrays = readers_.array_reductions.begin_shared(found);
    const std::vector<ConditionalLast> conditional = take_conditional(others);
    const std::vector<SharedLast> last = shared_last_values(others, share.loops);
    std::erase_if(others.first_privates,
                  [&](const ast::DeclRefExpr* name) { return names(found.last_privates, name); });
    readers_.privates.privatize_again(others, share.loops);
    const bool is_both = others.first_privates.size() != found.first_privates.size();
    if (is_both) readers_.regions.act(TeamAct::barrier, where);  // nothing is stored before all have read
    const auto* ordered = directive->getSingleClause<ast::OMPOrderedClause>();
    if (readers_.doacross.depth(directive) != 0) ordered = nullptr;
    const Expr number = settled(times(thread, share.chunk, at), where);
    Order order;
    if (ordered != nullptr)
        order = {readers_.regions.team_object("ordered", Type::i64, where),
                 readers_.regions.team_variable("before", where), number};
    const llvm::SaveAndRestore outer(here_.order, ordered == nullptr ? nullptr : &order);
    Block body = block_in(Around::loop, [&] {
        if (share.marked)
            readers_.regions.act(share.fixed ? TeamAct::iteration : TeamAct::independent, where);
        attempt([&] { read_body(number); });
    });
    Block step = block([&] {
        if (share.marked) readers_.regions.act(TeamAct::done, where);
        note_assigned(conditional, number, where);
        if (ordered != nullptr) pass_turn(order, where);
        if (here_.doacross != nullptr && here_.doacross->shared == here_.doacross->loops.size())
            readers_.doacross.end_of_iteration(*here_.doacross, number, where);
        next_iteration(number, share, where);
    });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = apply(Function::lt, {number, share.count}, true, at);
    loop.body = std::move(body);
    loop.step = std::move(step);
    if (share.marked && share.fixed) readers_.regions.act(TeamAct::joined, where);
    if (ordered != nullptr) set(order.before->variable, plus(order.before, share.count, at), where);
    store_last_values(last, share, where);
    combine(reduced, arrays, where, conditional);
    const bool waits = !directive->hasClausesOfKind<ast::OMPNowaitClause>() &&
                       !ast::isOpenMPDistributeDirective(directive->getDirectiveKind());
    if (waits) readers_.regions.act(TeamAct::barrier, where);
}

/// The next one of this thread: of its next chunk, if this one is at its end.
void Worksharing::next_iteration(const Expr& number, const Share& share, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const Expr one = literal(Type::i64, 1, at);
    set(number->variable, plus(number, one, at), where);
    Block jump = block([&] {
        Expr others = times(minus(here_.threads, one, at), share.chunk, at);
        set(number->variable, plus(number, std::move(others), at), where);
    });
    Statement& result = emit(Statement::Kind::if_, where);
    Expr rest = apply(Function::rem, {number, share.chunk}, true, at);
    result.value = apply(Function::eq, {std::move(rest), literal(Type::i64, 0, at)}, true, at);
    result.body = std::move(jump);
}

void Worksharing::shared_sections(const ast::OMPExecutableDirective* directive, const Clauses& found) {
    const NestedScope scope(here_);
    std::vector<const ast::Stmt*> parts;
    for (const ast::Stmt* part : llvm::cast<ast::CompoundStmt>(directive->getRawStmt())->body()) {
        const auto* section = llvm::dyn_cast<ast::OMPSectionDirective>(part);
        parts.push_back(section == nullptr ? part : section->getRawStmt());
    }
    if (here_.alone) {
        readers_.privates.privatize_again(found, {});
        for (const ast::Stmt* part : parts) statement(part);
        return;
    }
    const SourcePoint at = context_.line(directive->getBeginLoc());
    Share share;
    share.count = literal(Type::i64, parts.size(), at);
    share.chunk = literal(Type::i64, 1, at);
    share.marked = !is_bound_to_its_thread(directive->getRawStmt());
    share_work(directive, found, share, [&](const Expr& number) {
        for (std::size_t k = 0; k < parts.size(); ++k) {
            Block body = block([&] { statement(parts[k]); });
            Statement& one = emit(Statement::Kind::if_, parts[k]->getBeginLoc());
            one.value = apply(Function::eq, {number, literal(Type::i64, k, one.line)}, true, one.line);
            one.body = std::move(body);
        }
    });
}

// ---- clauses of loops

/// Binds the names to this thread's partial values, and to where they go.
std::vector<Worksharing::SharedReduction> Worksharing::shared_reductions(const Clauses& found) {
    std::vector<SharedReduction> result;
    for (const auto& [clause, name] : Reductions::of_numbers(found)) {
        attempt([&] {
            const Place original = place(name);
            const Reduction r = readers_.reductions.partial_of(clause, name, original.type, here_.region);
            declare(r.partial, literal(original.type, r.identity_bits), name->getExprLoc());
            result.push_back({readers_.clauses.operator_of_reduction(clause), r.partial, original});
        });
    }
    return result;
}

/// One thread after the other, in their order.
void Worksharing::combine(const std::vector<SharedReduction>& reduced,
                          const std::vector<ArrayReduction>& arrays, ast::SourceLocation where,
                          const std::vector<ConditionalLast>& conditional) {
    if (reduced.empty() && arrays.empty() && conditional.empty()) return;
    const SourcePoint at = context_.line(where);
    const Pointer turn = readers_.regions.team_object("turn", Type::i64, where);
    const Expr before = readers_.regions.team_variable("before", where);
    const Expr mine = settled(plus(before, element_number(at), at), where);
    readers_.places.wait_while(turn, Type::i64, where, [&](const Expr& seen) {
        return apply(Function::ne, {seen, mine}, true, at);
    });
    readers_.regions.act(TeamAct::combine, where);
    for (const SharedReduction& r : reduced) {
        const Expr partial = dsl::read(r.partial, function_.variables[r.partial].type, at);
        Expr sum = r.by.combined(read_at(r.original, where), partial, at);
        write_at(r.original, std::move(sum), where);
    }
    for (const ArrayReduction& r : arrays) readers_.array_reductions.combine_part(r, r.base);
    end_conditional(conditional, where);
    readers_.regions.act(TeamAct::combined, where);
    const Expr next = plus(mine, literal(Type::i64, 1, at), at);
    readers_.places.atomically(turn, Type::i64, where, [&](const Expr&) { return next; });
    set(before->variable, plus(before, here_.threads, at), where);
}

/// Rebinds the names of `lastprivate`, but for the variables of the loops.
std::vector<Worksharing::SharedLast> Worksharing::shared_last_values(
    const Clauses& found, const std::vector<CanonicalLoop>& loops) {
    std::vector<SharedLast> result;
    for (const ast::DeclRefExpr* name : found.last_privates) {
        attempt([&] {
            if (name->getType()->isArrayType() || is_composed(name->getType())) {
                const Pointer to = lvalue(name);
                readers_.privates.rebind_private(name, names(found.first_privates, name));
                return result.push_back({{}, {}, name, to, here_.bindings.at(named_variable(name)).pointer});
            }
            const Place original = place(name);
            const auto loop = std::ranges::find(loops, named_variable(name), &CanonicalLoop::variable);
            if (loop != loops.end() && loop->depends)
                context_.fail(name->getExprLoc(),
                              "`lastprivate` of the variable of a loop whose bounds depend on another one is "
                              "not supported here; use `parallel for`");
            if (loop != loops.end())
                return result.push_back({original, readers_.loops.loop_value(*loop, loop->count)});
            readers_.privates.rebind_private(name, names(found.first_privates, name));
            const VariableId own = here_.bindings.at(named_variable(name)).variable;
            result.push_back({original, dsl::read(own, ValueType::number(original.type), line(name))});
        });
    }
    return result;
}

/// The thread that has executed the last iteration stores its values.
void Worksharing::store_last_values(const std::vector<SharedLast>& last, const Share& share,
                                    ast::SourceLocation where) {
    if (last.empty()) return;
    const SourcePoint at = context_.line(where);
    const Expr zero = literal(Type::i64, 0, at);
    const Expr iteration = minus(share.count, literal(Type::i64, 1, at), at);
    Expr chunk = apply(Function::div, {iteration, share.chunk}, true, at);
    const Expr executed = apply(Function::rem, {std::move(chunk), here_.threads}, true, at);
    Block body = block([&] {
        Block stores = block([&] {
            for (const SharedLast& l : last) {
                if (l.object == nullptr)
                    write_at(l.original, l.value, where);
                else
                    readers_.privates.copy_object(l.to, l.from, l.object->getType(), l.object);
            }
        });
        Statement& mine = emit(Statement::Kind::if_, where);
        mine.value = apply(Function::eq, {executed, element_number(at)}, true, at);
        mine.body = std::move(stores);
    });
    Statement& any = emit(Statement::Kind::if_, where);
    any.value = apply(Function::gt, {share.count, zero}, true, at);
    any.body = std::move(body);
}

// ---- `ordered`

/// A thread waits for the turn of its iteration.
void Worksharing::in_order(const ast::OMPExecutableDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    if (!directive->hasAssociatedStmt()) return readers_.doacross.ordered_by_signs(directive);
    if (here_.alone) return statement(directive->getRawStmt());
    if (here_.order == nullptr)
        context_.fail(where, "the loop around `ordered` must have the clause `ordered`");
    const SourcePoint at = context_.line(where);
    const Order order = *here_.order;
    const Expr mine = settled(plus(order.before, order.iteration, at), where);
    readers_.places.wait_while(order.turn, Type::i64, where, [&](const Expr& seen) {
        return apply(Function::ne, {seen, mine}, true, at);
    });
    readers_.places.atomically(order.turn, Type::i64, where, nullptr, true, false);
    statement(directive->getRawStmt());
    const Expr next = plus(mine, literal(Type::i64, 1, at), at);
    readers_.places.atomically(
        order.turn, Type::i64, where, [&](const Expr&) { return next; }, false, true);
}

/// At the end of an iteration, if it has not done so in an ordered region.
void Worksharing::pass_turn(const Order& order, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const Expr mine = settled(plus(order.before, order.iteration, at), where);
    readers_.places.wait_while(order.turn, Type::i64, where, [&](const Expr& seen) {
        return apply(Function::lt, {seen, mine}, true, at);
    });
    const Expr next = plus(mine, literal(Type::i64, 1, at), at);
    readers_.places.atomically(order.turn, Type::i64, where, [&](const Expr& seen) {
        return apply(Function::max, {seen, next}, false, at);
    });
}

}  // namespace musimd::reader
