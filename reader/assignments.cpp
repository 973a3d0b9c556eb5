#include "reader/cuda/stored_pointers.hpp"
#include "reader/memory.hpp"
#include "reader/object_changes.hpp"
#include "reader/readers.hpp"

// Assignments of numbers and pointers, and ++ and --.

namespace musimd::reader {
namespace {

/// Of the object that it becomes the address of.
std::string name_of(const ast::Expr* pointer) {
    pointer = pointer->IgnoreParenImpCasts();
    if (const auto* element = llvm::dyn_cast<ast::ArraySubscriptExpr>(pointer))
        return name_of(element->getBase());
    if (const auto* member = llvm::dyn_cast<ast::MemberExpr>(pointer))
        return member->getMemberDecl()->getNameAsString();
    const ast::VarDecl* v = named_variable(pointer);
    return v == nullptr ? "allocated" : v->getNameAsString();
}

}  // namespace

Expr Assignments::assign(const ast::BinaryOperator* e, bool used) {
    if (is_composed(e->getType())) {
        readers_.objects.assign_structure(e);
        return nullptr;
    }
    check_assignable(e->getLHS());
    const Place to = kept(place(e->getLHS()), changes(e->getRHS()), e->getLHS());
    check_assignable(to, e->getLHS());
    if (kernel_ != nullptr && e->getType()->isPointerType() && !to.variable)
        refuse_stored_pointer(context_, function_, to.pointer, e->getLHS());
    if (const auto memory = readers_.allocations.allocation(
            e->getRHS(), {readers_.allocations.type_of_memory(e->getLHS()), name_of(e->getLHS())})) {
        const ast::VarDecl* v = named_variable(e->getLHS());
        if (v == nullptr || used || here_.region != 0 || !is_only_assignment(e, v))
            return finish_assignment(to, settle(address(*memory, e), e), e, used);
        bind(v,
             {.kind = Binding::Kind::pointer, .variable = 0, .pointer = *memory, .value = {}, .region = 0});
        return nullptr;
    }
    return finish_assignment(to, value(e->getRHS()), e, used);
}

Expr Assignments::finish_assignment(const Place& p, Expr value, const ast::Expr* at, bool used) {
    value = readers_.places.narrowed(p, std::move(value), line(at));
    if (used && !p.variable) value = settle(std::move(value), at);
    const ast::Expr* const target = assigned_by(at);
    write_place(p, value, target == nullptr ? at : target);
    return p.variable ? read_place(p, at) : value;
}

Expr Assignments::assign_combined(const ast::CompoundAssignOperator* e, bool used) {
    if (e->getLHS()->getType()->isAnyComplexType() || e->getRHS()->getType()->isAnyComplexType())
        return readers_.complex.assign_combined(e);
    check_assignable(e->getLHS());
    const Changes later = changes(e->getRHS());
    const Place to = kept(place(e->getLHS()), later, e->getLHS());
    check_assignable(to, e->getLHS());
    const auto kind = ast::BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
    if (e->getType()->isPointerType()) {
        Pointer from = readers_.pointers.at_address(kept(read_place(to, e->getLHS()), later, e->getLHS()));
        from = readers_.pointers.moved(std::move(from), e->getRHS(), e->getType()->getPointeeType(),
                                       kind == ast::BO_Sub, e);
        return finish_assignment(to, std::move(from.index), e, used);
    }
    const Type type = context_.number(e->getComputationLHSType(), e->getOperatorLoc());
    Expr left = kept(convert(read_place(to, e->getLHS()), type, line(e)), later, e->getLHS());
    Expr result = readers_.expressions.arithmetic(kind, std::move(left), value(e->getRHS()), e);
    if (e->getLHS()->getType()->isBooleanType()) result = holds(std::move(result), line(e));
    return finish_assignment(to, convert(std::move(result), to.type, line(e)), e, used);
}

/// The _Bool of a number.
Expr Assignments::holds(Expr number, SourcePoint at) {
    Expr zero = literal(number->type.type, 0, at);
    Expr differs = apply(Function::ne, {std::move(number), std::move(zero)}, true, at);
    return apply(Function::to_number, Type::u8, {std::move(differs)}, at);
}

Expr Assignments::increment(const ast::UnaryOperator* e, bool used) {
    const ast::Expr* operand = e->getSubExpr();
    if (operand->getType()->isAnyComplexType())
        context_.fail(e->getExprLoc(), "`++` and `--` of a complex number are not supported; add 1");
    check_assignable(operand);
    const Place to = place(operand);
    check_assignable(to, operand);
    Expr old = read_place(to, operand);
    if (used && e->isPostfix()) old = settle(std::move(old), operand);
    Expr after = finish_assignment(to, next_value(e, old, to.type), e, used && e->isPrefix());
    return e->isPostfix() ? old : after;
}

Expr Assignments::next_value(const ast::UnaryOperator* e, const Expr& old, Type type) {
    const ast::QualType operand_type = e->getSubExpr()->getType();
    if (operand_type->isPointerType()) {
        const Expr size = readers_.pointers.elements_in(operand_type->getPointeeType(), e->getOperatorLoc());
        return e->isIncrementOp() ? plus(old, size, line(e)) : minus(old, size, line(e));
    }
    // C computes in int what is narrower.
    const Type computed = !is_float(type) && width_of(type) < 32 ? Type::i32 : type;
    const Expr one = literal(computed, pattern_of_one(computed), line(e));
    const Function function = e->isIncrementOp() ? Function::add : Function::sub;
    Expr next = apply(function, {convert(old, computed, line(e)), one}, true, line(e));
    if (operand_type->isBooleanType()) return holds(std::move(next), line(e));
    return convert(std::move(next), type, line(e));
}

}  // namespace musimd::reader
