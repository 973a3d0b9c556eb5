#include <llvm/ADT/FoldingSet.h>

#include <array>

#include "reader/memory_orders.hpp"
#include "reader/readers.hpp"

// `atomic`. Clang has checked the form, and has found its parts: the lvalue x that is accessed, the
// expressions that it becomes, and the lvalue v that captures it.

namespace musimd::reader {
namespace {

/// The expression in which lvalues are read: without its conversions.
const ast::Expr* read_in(const ast::Expr* e) {
    for (;;) {
        e = e->IgnoreParens();
        const auto* converted = llvm::dyn_cast<ast::ImplicitCastExpr>(e);
        if (converted == nullptr || converted->getCastKind() == ast::CK_LValueToRValue) return e;
        e = converted->getSubExpr();
    }
}

/// Whether both are written in the same way.
bool are_alike(const ast::Expr* a, const ast::Expr* b, const ast::ASTContext& tree) {
    std::array<llvm::FoldingSetNodeID, 2> ids;
    a->IgnoreParenImpCasts()->Profile(ids[0], tree, true);
    b->IgnoreParenImpCasts()->Profile(ids[1], tree, true);
    return ids[0] == ids[1];
}

/// Of `OpaqueValueExpr(x) binop OpaqueValueExpr(expr)`, with conversions around all parts.
const ast::BinaryOperator* operation_in(const ast::Expr* e) {
    return llvm::cast<ast::BinaryOperator>(e->IgnoreParenImpCasts());
}

bool is_larger(ast::BinaryOperatorKind kind) {
    return kind == ast::BO_GT || kind == ast::BO_GE;
}

}  // namespace

// The element, then what is computed with it, then the access, then what captures it.
void Atomics::atomic(const ast::OMPAtomicDirective* directive) {
    check_clauses_of_atomic(directive);
    const ast::Expr* x = directive->getX();
    Place to = place(x);
    if (to.variable) return statement(directive->getRawStmt());  // one iteration's own
    to.pointer.index = settle(std::move(to.pointer.index), x);
    const ValueType type = ValueType::number(to.type);
    const Expr old = read(new_variable("old", type), type, line(x));
    AtomicComparison compared;
    if (directive->getCondExpr() != nullptr)
        compared = atomic_comparison(directive, old);
    else
        compared.value = atomic_value(directive, old);
    const MemoryOrder order = memory_order_of(directive, context_);
    if (directive->hasClausesOfKind<ast::OMPWriteClause>() &&
        !order.releases)  // of what may have no value yet
        return readers_.places.store(to.pointer, compared.value, x->getExprLoc(), Scope::grid);
    Statement& s = emit(Statement::Kind::atomic, x->getExprLoc());
    s.variable = old->variable;
    s.element = {.buffer = to.pointer.buffer, .offset = 0};
    s.index = readers_.places.element_index(to.pointer, s.line);
    s.value = compared.value;
    s.acquires = order.acquires;
    s.releases = order.releases;
    if (directive->getR() != nullptr)
        assign_captured(directive->getR(), apply(Function::to_number, Type::i32, {compared.holds}, line(x)));
    if (directive->getV() == nullptr) return;
    const bool is_old = directive->isPostfixUpdate() || compared.value == nullptr || directive->isFailOnly();
    Block capture = block([&] { assign_captured(directive->getV(), is_old ? old : compared.value); });
    if (directive->isFailOnly()) {
        Statement& failed = emit(Statement::Kind::if_, x->getExprLoc());
        failed.value = compared.holds;
        failed.otherwise = std::move(capture);
    } else {
        append(std::move(capture));
    }
}

void Atomics::check_clauses_of_atomic(const ast::OMPAtomicDirective* directive) const {
    static constexpr llvm::omp::Clause kKnown[] = {
        llvm::omp::OMPC_read,    llvm::omp::OMPC_write,   llvm::omp::OMPC_update,  llvm::omp::OMPC_capture,
        llvm::omp::OMPC_compare, llvm::omp::OMPC_seq_cst, llvm::omp::OMPC_acq_rel, llvm::omp::OMPC_acquire,
        llvm::omp::OMPC_release, llvm::omp::OMPC_relaxed, llvm::omp::OMPC_hint,    llvm::omp::OMPC_fail};
    for (const ast::OMPClause* clause : directive->clauses()) {
        if (std::ranges::find(kKnown, clause->getClauseKind()) == std::end(kKnown))
            context_.report(clause->getBeginLoc(),
                            "the clause `" + llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str() +
                                "` is not supported for `atomic` yet");
    }
}

/// The new value; null if it is only read.
Expr Atomics::atomic_value(const ast::OMPAtomicDirective* directive, const Expr& old) {
    if (directive->getExpr() == nullptr) return nullptr;
    if (directive->getUpdateExpr() != nullptr) return atomic_update(directive, old);
    return convert(settled_operand(directive->getExpr()), old->type.type, old->line);
}

Expr Atomics::atomic_update(const ast::OMPAtomicDirective* directive, const Expr& old) {
    const ast::BinaryOperator* operation = operation_in(directive->getUpdateExpr());
    const std::array sides = {read_in(operation->getLHS()), read_in(operation->getRHS())};
    const bool first = directive->isXLHSInRHSPart();
    Expr other = settled_operand(directive->getExpr());
    const Expressions::Substitution known = {{sides[first ? 0 : 1], old},
                                             {sides[first ? 1 : 0], std::move(other)}};
    Expr result;
    const Block none =
        block([&] { result = readers_.expressions.value_with(known, directive->getUpdateExpr()); });
    if (!none.empty()) context_.fail(directive->getBeginLoc(), "this atomic operation is not supported yet");
    return result;
}

// The condition is that of the source, with the old value in place of x. Of integers, the smaller or larger
// is an operation of its own.
Atomics::AtomicComparison Atomics::atomic_comparison(const ast::OMPAtomicDirective* directive,
                                                     const Expr& old) {
    const ast::BinaryOperator* test = operation_in(directive->getCondExpr());
    const bool first = are_alike(test->getLHS(), directive->getX(), context_.tree());
    const ast::Expr* x = read_in(first ? test->getLHS() : test->getRHS());
    const ast::Expr* side = first ? test->getRHS() : test->getLHS();
    const bool is_equality = test->getOpcode() == ast::BO_EQ;
    const Expr limit = settled_operand(side);
    Expr next = is_equality || !are_alike(side, directive->getExpr(), context_.tree())
                    ? settled_operand(is_equality ? directive->getD() : directive->getExpr())
                    : limit;
    next = convert(std::move(next), old->type.type, old->line);
    AtomicComparison result;
    result.holds = x->getType()->isPointerType()
                       ? apply(Function::eq, {old, limit}, true, old->line)
                       : readers_.expressions.condition_with({{x, old}, {side, limit}}, test);
    const bool same_type = limit->type == old->type && side->getType() == x->getType();
    if (!is_equality && same_type && next == limit && !is_float(old->type.type)) {
        const Function function = is_larger(test->getOpcode()) == first ? Function::min : Function::max;
        result.value = apply(function, {old, limit}, false, old->line);
    } else {
        result.value = apply(Function::select, {result.holds, next, old}, false, old->line);
    }
    return result;
}

void Atomics::assign_captured(const ast::Expr* to, const Expr& value) {
    check_assignable(to);
    const Place p = place(to);
    Expr result = convert(value, p.type, line(to));
    if (to->getType()->isBooleanType()) {
        Expr holds = apply(Function::ne, {value, literal(value->type.type, 0)}, true, line(to));
        result = apply(Function::to_number, Type::u8, {std::move(holds)}, line(to));
    }
    readers_.assignments.finish_assignment(p, std::move(result), to, false);
}

/// The value in a variable that nothing changes, because it may be computed several times.
Expr Atomics::settled_operand(const ast::Expr* e) {
    return settle(value(e), e);
}

}  // namespace musimd::reader
