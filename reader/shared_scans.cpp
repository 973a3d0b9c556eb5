#include "reader/readers.hpp"
#include "reader/shares.hpp"

// Constructs that the threads of a team share: loops with `scan`, and `scope`.

namespace musimd::reader {

/// Two loops. Between them, thread 0 computes what the iterations see.
void Worksharing::shared_scan(const ast::OMPLoopDirective* directive, const Clauses& found,
                              const std::vector<const ast::OMPReductionClause*>& scans, const Share& share,
                              const ast::Stmt* body) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const SourcePoint at = context_.line(where);
    const Expr outside = readers_.doacross.iterations_outside(directive, share.loops);
    const auto scanned = readers_.scans.begin(scans, outside, *here_.team->host);
    const auto phase = [&](const Clauses& clauses, auto read) {
        const NestedScope names(here_);
        share_work(directive, clauses, share, [&](const Expr& number) {
            readers_.loops.declare_loop_variables(share.loops, number);
            readers_.loops.read_body(share.loops, [&] { (readers_.scans.*read)(scanned, number, body); });
        });
    };
    Clauses privates;
    privates.privates = found.privates;
    privates.first_privates = found.first_privates;
    phase(privates, &Scans::input_phase);
    readers_.regions.act(TeamAct::barrier, where);
    emitter_.when(apply(Function::eq, {element_number(at), literal(Type::i64, 0, at)}, true, at), where,
                  [&] { readers_.scans.between(scanned, share.count, body); });
    readers_.regions.act(TeamAct::barrier, where);
    phase(found, &Scans::scan_phase);
}

/// Every thread executes it.
void Worksharing::scope(const ast::OMPExecutableDirective* directive) {
    const NestedScope names(here_);
    const Clauses found = readers_.clauses.read(directive, false, true);
    if (here_.alone) {
        readers_.privates.privatize_again(found, {});
        return statement(directive->getRawStmt());
    }
    const std::vector<SharedReduction> reduced = shared_reductions(found);
    const std::vector<ArrayReduction> arrays = readers_.array_reductions.begin_shared(found);
    readers_.privates.privatize_again(found, {});
    statement(directive->getRawStmt());
    combine(reduced, arrays, directive->getBeginLoc());
    if (!directive->hasClausesOfKind<ast::OMPNowaitClause>())
        readers_.regions.act(TeamAct::barrier, directive->getBeginLoc());
}

// ---- `lastprivate` with `conditional`

/// Their names mean this thread's values.
std::vector<Worksharing::ConditionalLast> Worksharing::take_conditional(Clauses& found) {
    std::vector<ConditionalLast> result;
    for (const ast::DeclRefExpr* name : found.conditional) {
        attempt([&] {
            const ast::SourceLocation where = name->getExprLoc();
            ConditionalLast c{.name = name, .original = place(name), .latest = {}};
            readers_.privates.rebind_private(name, names(found.first_privates, name));
            c.own = here_.bindings.at(named_variable(name)).variable;
            c.assigned = new_variable("assigned", ValueType::number(Type::u8));
            declare(c.assigned, literal(Type::u8, 0, line(name)), where);
            emitter_.set_with(c.own, c.assigned);
            c.last = new_variable("last", ValueType::number(Type::i64));
            declare(c.last, literal(Type::i64, 0, line(name)), where);
            c.latest = readers_.regions.team_object("latest", Type::i64, where);
            result.push_back(std::move(c));
        });
    }
    const auto is_conditional = [&](const ast::DeclRefExpr* name) { return names(found.conditional, name); };
    std::erase_if(found.last_privates, is_conditional);
    return result;
}

/// At the end of an iteration.
void Worksharing::note_assigned(const std::vector<ConditionalLast>& last, const Expr& number,
                                ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    for (const ConditionalLast& c : last) {
        const Expr assigned = dsl::read(c.assigned, ValueType::number(Type::u8), at);
        emitter_.when(apply(Function::ne, {assigned, literal(Type::u8, 0, at)}, true, at), where, [&] {
            set(c.last, plus(number, literal(Type::i64, 1, at), at), where);
            set(c.assigned, literal(Type::u8, 0, at), where);
        });
    }
}

/// One thread after the other. The last one clears what the next loop counts.
void Worksharing::end_conditional(const std::vector<ConditionalLast>& last, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    for (const ConditionalLast& c : last) {
        const Expr mine = dsl::read(c.last, ValueType::number(Type::i64), at);
        const Expr known = settled(readers_.places.element_of(c.latest, Type::i64, at), where);
        emitter_.when(apply(Function::gt, {mine, known}, true, at), where, [&] {
            store(c.latest, mine, where);
            write_at(c.original, dsl::read(c.own, ValueType::number(c.original.type), at), where);
        });
        const Expr is_last = apply(
            Function::eq, {plus(element_number(at), literal(Type::i64, 1, at), at), here_.threads}, true, at);
        emitter_.when(is_last, where, [&] { store(c.latest, literal(Type::i64, 0, at), where); });
    }
}

}  // namespace musimd::reader
