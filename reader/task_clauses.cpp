#include <clang/AST/ExprOpenMP.h>

#include "reader/lost_values.hpp"
#include "reader/readers.hpp"
#include "reader/tasks.hpp"

// Clauses of tasks: what they depend on, what they have for themselves, and what they reduce.

namespace musimd::reader {
namespace {

TeamAct act_of(ast::OpenMPDependClauseKind kind) {
    switch (kind) {
        case ast::OMPC_DEPEND_in:
            return TeamAct::depend_in;
        case ast::OMPC_DEPEND_mutexinoutset:
            return TeamAct::depend_mutex;
        case ast::OMPC_DEPEND_inoutset:
            return TeamAct::depend_set;
        case ast::OMPC_DEPEND_outallmemory:
        case ast::OMPC_DEPEND_inoutallmemory:
            return TeamAct::depend_all;
        default:  // out and inout; others are read elsewhere
            return TeamAct::depend_out;
    }
}

}  // namespace

// ---- `depend`

void Tasks::depend(const ast::OMPDependClause* clause) {
    if (is_alone()) return;
    const TeamAct kind = act_of(clause->getDependencyKind());
    if (kind == TeamAct::depend_all) act(kind, clause->getBeginLoc());
    const NestedScope scope(here_);  // of iterators
    const auto each = [&] {
        for (const ast::Expr* e : clause->varlists()) {
            if (clause->getDependencyKind() != ast::OMPC_DEPEND_depobj) {
                depend(kind, e);
                continue;
            }
            const auto known = depobjs_.find(named_variable(e));
            if (known == depobjs_.end())
                context_.fail(e->getExprLoc(), "no `depobj` construct before this one has initialised this");
            act_about(known->second.place, known->second.kind, e->getExprLoc());
        }
    };
    if (const auto* iterators = llvm::dyn_cast_or_null<ast::OMPIteratorExpr>(clause->getModifier()))
        return iterate(iterators, 0, each);
    each();
}

void Tasks::depend(TeamAct kind, const ast::Expr* e) {
    attempt([&] { act_about(place_of_dependence(e), kind, e->getExprLoc()); });
}

/// Every combination of the values of the iterators.
void Tasks::iterate(const ast::OMPIteratorExpr* iterators, unsigned from, const std::function<void()>& body) {
    if (from == iterators->numOfIterators()) return body();
    const auto* v = llvm::cast<ast::VarDecl>(iterators->getIteratorDecl(from));
    const auto range = iterators->getIteratorRange(from);
    const ast::SourceLocation where = v->getLocation();
    const SourcePoint at = context_.line(where);
    const Expr first = settle(as_i64(value(range.Begin)), range.Begin);
    const Expr step =
        range.Step == nullptr ? literal(Type::i64, 1, at) : settle(as_i64(value(range.Step)), range.Step);
    const Expr zero = literal(Type::i64, 0, at);
    const Expr distance = settle(minus(as_i64(value(range.End)), first, at), range.End);
    const Expr down = apply(Function::lt, {step, zero}, true, at);
    const Expr rounding =
        apply(Function::select, {down, literal(Type::i64, ~0ull, at), literal(Type::i64, 1, at)}, false, at);
    // ⌈distance / step⌉
    const Expr count =
        settled(apply(Function::div, {minus(plus(distance, step, at), rounding, at), step}, true, at), where);
    emitter_.count_up(count, where, [&](const Expr& k) {
        const Type type = scalar(context_, v->getType(), where);
        readers_.declarations.declare_number(v, convert(plus(first, times(k, step, at), at), type, at));
        iterate(iterators, from + 1, body);
    });
}

/// The address of a list item, which items of dependent tasks have in common.
Expr Tasks::place_of_dependence(const ast::Expr* e) {
    e = e->IgnoreParenImpCasts();
    const ast::VarDecl* v = named_variable(e);
    const bool is_pointer = v != nullptr && v->getType()->isPointerType() && !is_assigned(v);
    if (!is_pointer) {
        const Pointer p = start(e);
        if (p.to != Pointer::To::variables) return settle(address(p, e), e);
        if (v == nullptr) v = whole_variable(e);
    }
    const auto number = static_cast<std::int64_t>(names_.size());
    const std::int64_t name = names_.try_emplace(v, number).first->second;
    return literal(Type::i64, static_cast<std::uint64_t>(openmp::kOutside - 1 - name), line(e));
}

/// Where a list item begins.
Pointer Tasks::start(const ast::Expr* e) {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(e->IgnoreParenImpCasts());
    if (section == nullptr) return lvalue(e);
    const ast::Expr* base = section->getBase();
    const bool nests = llvm::isa<ast::ArraySectionExpr>(base->IgnoreParenImpCasts());
    const ast::QualType type =
        nests ? ast::ArraySectionExpr::getBaseOriginalType(base) : base->IgnoreParenImpCasts()->getType();
    const bool is_array = type->isArrayType();
    Pointer whole = is_array ? start(base->IgnoreParenImpCasts()) : pointer(base);
    if (section->getLowerBound() == nullptr) return whole;
    const ast::QualType element =
        is_array ? context_.tree().getAsArrayType(type)->getElementType() : type->getPointeeType();
    return readers_.pointers.moved(std::move(whole), section->getLowerBound(), element, false, e);
}

void Tasks::depobj(const ast::OMPDepobjDirective* directive) {
    const auto* of = directive->getSingleClause<ast::OMPDepobjClause>();
    const ast::VarDecl* v = of == nullptr ? nullptr : named_variable(of->getDepobj());
    if (v == nullptr) context_.fail(directive->getBeginLoc(), "only `depobj` of a variable is supported yet");
    for (const auto* clause : directive->getClausesOfKind<ast::OMPDependClause>()) {
        if (is_alone()) continue;
        const ast::Expr* e = *clause->varlist_begin();
        depobjs_[v] = {act_of(clause->getDependencyKind()), place_of_dependence(e)};
    }
    for (const auto* clause : directive->getClausesOfKind<ast::OMPUpdateClause>())
        depobjs_[v].kind = act_of(clause->getDependencyKind());
}

// ---- what a task has for itself

void Tasks::own_variables(const ast::OMPExecutableDirective* directive) {
    if (directive->hasClausesOfKind<ast::OMPPrivateClause>() ||
        directive->hasClausesOfKind<ast::OMPFirstprivateClause>())
        function_.counts_threads = true;  // without OpenMP, it has no variables of its own
    for (const auto* clause : directive->getClausesOfKind<ast::OMPPrivateClause>()) {
        for (const ast::Expr* e : clause->varlists())
            attempt([&] {
                readers_.privates.rebind_private(llvm::cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()),
                                                 false);
            });
    }
    for (const auto* clause : directive->getClausesOfKind<ast::OMPFirstprivateClause>()) {
        for (const ast::Expr* e : clause->varlists())
            attempt([&] {
                first_private(llvm::cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()),
                              directive->getRawStmt());
            });
    }
}

void Tasks::own_number(const ast::DeclRefExpr* name, Expr initial) {
    const ast::VarDecl* v = named_variable(name);
    if (initial != nullptr) initial = settle(std::move(initial), name);
    const Pointer at = new_object(v->getNameAsString(), v->getType(), false, name->getExprLoc());
    note_name(v, at);
    bind(v, {.kind = Binding::Kind::cell, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (initial != nullptr) store(at, std::move(initial), name->getExprLoc());
}

/// Also those that the directive implies, which Clang adds.
void Tasks::first_private(const ast::DeclRefExpr* name, const ast::Stmt* body) {
    const ast::VarDecl* v = named_variable(name);
    if (v == nullptr) return;
    const ast::QualType type = v->getType();
    const auto known = here_.bindings.find(v);
    if (known != here_.bindings.end() && known->second.kind == Binding::Kind::value) return;
    // A variable that has no value yet is not read, to be copied.
    if (known != here_.bindings.end() && known->second.kind == Binding::Kind::variable) {
        if (!readers_.uses.assigned_in(body).contains(v)) return;
        const UsesAround uses = uses_around(v, body, context_);
        if (!uses.has_value && uses.is_set_in) return readers_.privates.rebind_private(name, false);
    }
    if (!type->isArrayType() || type->isVariableArrayType())
        return readers_.privates.rebind_private(name, true);
    const Pointer from = settled(lvalue(name), name);
    const Pointer own = new_object(v->getNameAsString(), type, readers_.uses.is_split(v), name->getExprLoc());
    copy_array(own, from, name);
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = own, .value = {}, .region = here_.region});
}

void Tasks::copy_array(const Pointer& to, const Pointer& from, const ast::DeclRefExpr* name) {
    const ast::SourceLocation where = name->getExprLoc();
    const std::vector<Cell> cells = cells_of(context_, name->getType(), where);
    const auto place_at = [&](const Pointer& p, Type number) {
        Place result{.variable = std::nullopt, .pointer = p, .value = {}, .type = number};
        if (p.to == Pointer::To::variables) result.variable = p.cells.at(static_cast<std::size_t>(p.cell));
        return result;
    };
    const auto copy = [&](const Pointer& target, const Pointer& source, Type number) {
        write_at(place_at(target, number), read_at(place_at(source, number), where), where);
    };
    if (from.to != Pointer::To::variables && to.to != Pointer::To::variables)
        return emitter_.count_up(literal(Type::i64, cells.size(), line(name)), where, [&](const Expr& k) {
            copy(advanced(to, k, line(name)), advanced(from, k, line(name)), cells.front().type);
        });
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto k = static_cast<std::int64_t>(i);
        copy(shifted(to, k, line(name)), shifted(from, k, line(name)), cells[i].type);
    }
}

// ---- `detach`

/// The event gets a number that no other one has.
void Tasks::detach(const ast::OMPDetachClause* clause) {
    const ast::Expr* event = clause->getEventHandler();
    const ast::SourceLocation where = event->getExprLoc();
    const SourcePoint at = context_.line(where);
    const Place to = place(event);
    if (is_alone()) return write_at(to, literal(to.type, 1, at), where);
    const Expr events = readers_.regions.team_variable("events", where);
    const Expr first = plus(element_number(at), literal(Type::i64, 1, at), at);
    const Expr number = settled(plus(times(events, here_.threads, at), first, at), where);
    set(events->variable, plus(events, literal(Type::i64, 1, at), at), where);
    write_at(to, convert(number, to.type, at), where);
}

void Tasks::fulfil(const ast::CallExpr* e) {
    const Expr event = as_i64(value(e->getArg(0)));
    if (!is_alone()) act_about(event, TeamAct::fulfilled, e->getExprLoc());
}

// ---- reductions

/// The task has an array of its own, in whose part the partial values are.
Tasks::PartOfSum Tasks::array_sum(const ReductionOperator& by, const ast::Expr* e) {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(e);
    const ast::Expr* whole = section == nullptr ? e : section->getBase()->IgnoreParenImpCasts();
    const ast::VarDecl* v = named_variable(whole);
    const auto* array = v == nullptr ? nullptr : context_.tree().getAsConstantArrayType(v->getType());
    if (array == nullptr || array->getElementType()->isArrayType())
        context_.fail(e->getExprLoc(),
                      "tasks can only reduce numbers, and arrays of a constant size with one dimension");
    const SourcePoint at = line(e);
    const bool has_first = section != nullptr && section->getLowerBound() != nullptr;
    const Expr first =
        has_first ? settle(as_i64(value(section->getLowerBound())), e) : literal(Type::i64, 0, at);
    PartOfSum sum{.by = by, .partial = 0, .original = {}};
    const bool is_one = section != nullptr && section->getColonLocFirst().isInvalid();
    if (section != nullptr && section->getLength() != nullptr)
        sum.elements = settle(as_i64(value(section->getLength())), e);
    else if (is_one)
        sum.elements = literal(Type::i64, 1, at);
    else
        sum.elements = minus(literal(Type::i64, array->getSize().getZExtValue(), at), first, at);
    sum.original.type = context_.number(array->getElementType(), e->getExprLoc());
    sum.original.pointer = settled(advanced(lvalue(whole), first, at), e);
    const Pointer own = new_object(v->getNameAsString(), v->getType(), false, e->getExprLoc());
    sum.array = advanced(own, first, at);
    const Expr zero = literal(sum.original.type, by.identity(sum.original.type), at);
    emitter_.count_up(sum.elements, e->getExprLoc(),
                      [&](const Expr& k) { store(advanced(*sum.array, k, at), zero, e->getExprLoc()); });
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = own, .value = {}, .region = here_.region});
    return sum;
}

template <typename Clause>
void Tasks::begin_sums(const Clause* clause, std::vector<PartOfSum>& sums) {
    for (const ast::Expr* e : clause->varlists()) {
        attempt([&] {
            const ReductionOperator by = readers_.clauses.operator_named(clause->getNameInfo());
            const ast::Expr* plain = e->IgnoreParenImpCasts();
            if (llvm::isa<ast::ArraySectionExpr>(plain) || plain->getType()->isArrayType())
                return sums.push_back(array_sum(by, plain));
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(plain);
            if (name == nullptr)
                context_.fail(e->getExprLoc(), "this reduction by tasks is not supported yet");
            Place original = place(name);
            if (!original.variable && original.value == nullptr)
                original.pointer = settled(original.pointer, name);
            const std::uint64_t bits = by.identity(original.type);
            const VariableId partial =
                new_variable(name->getDecl()->getNameAsString(), ValueType::number(original.type));
            declare(partial, literal(original.type, bits, line(name)), name->getExprLoc());
            readers_.bindings.note_region(partial, here_.region);
            bind(named_variable(name), {.kind = Binding::Kind::variable,
                                        .variable = partial,
                                        .pointer = {},
                                        .value = {},
                                        .region = here_.region});
            sums.push_back({by, partial, original, bits});
        });
    }
}

template void Tasks::begin_sums(const ast::OMPInReductionClause*, std::vector<PartOfSum>&);
template void Tasks::begin_sums(const ast::OMPReductionClause*, std::vector<PartOfSum>&);

void Tasks::reduce(const ast::OMPExecutableDirective* directive, const std::function<void()>& read) {
    const NestedScope scope(here_);
    std::vector<PartOfSum> sums;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPInReductionClause>())
        begin_sums(clause, sums);
    read();
    end_sums(sums, directive->getBeginLoc());
}

/// Each task adds its partial value at its end, in one step.
void Tasks::end_sums(const std::vector<PartOfSum>& sums, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    for (const PartOfSum& sum : sums) {
        if (sum.array) {
            emitter_.count_up(sum.elements, where, [&](const Expr& k) {
                const Expr own = settled(
                    readers_.places.element_of(advanced(*sum.array, k, at), sum.original.type, at), where);
                Place to = sum.original;
                to.pointer = advanced(to.pointer, k, at);
                add_to(to, sum.by, own, where);
            });
            continue;
        }
        const Expr partial = dsl::read(sum.partial, function_.variables[sum.partial].type, at);
        add_to(sum.original, sum.by, partial, where);
    }
}

void Tasks::add_to(const Place& to, const ReductionOperator& by, const Expr& partial,
                   ast::SourceLocation where) {
    const auto with = [&](const Expr& old) { return by.combined(old, partial, context_.line(where)); };
    if (to.variable || is_alone())
        write_at(to, with(read_at(to, where)), where);
    else
        readers_.places.atomically(to.pointer, to.type, where, with);
}

}  // namespace musimd::reader
