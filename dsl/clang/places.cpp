#include <array>

#include "dsl/clang/body_reader.hpp"

// What lvalues refer to, pointers, and assignments.

namespace musimd::dsl::clang {
namespace {

const ast::Expr* array_of(const ast::Expr* e) {
    const auto* decay = llvm::dyn_cast<ast::CastExpr>(e);
    return decay != nullptr && decay->getCastKind() == ast::CK_ArrayToPointerDecay ? decay->getSubExpr()
                                                                                   : nullptr;
}

}  // namespace

// ---- names

void BodyReader::find_assigned(const ast::Stmt* s) {
    if (s == nullptr) return;
    const ast::Expr* target = nullptr;
    if (const auto* two = llvm::dyn_cast<ast::BinaryOperator>(s); two && two->isAssignmentOp())
        target = two->getLHS();
    if (const auto* one = llvm::dyn_cast<ast::UnaryOperator>(s);
        one && (one->isIncrementDecrementOp() || one->getOpcode() == ast::UO_AddrOf))
        target = one->getSubExpr();
    if (target != nullptr) {
        if (const ast::VarDecl* v = named_variable(target)) assigned_.insert(v);
    }
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
        if (directive->hasAssociatedStmt()) find_assigned(directive->getRawStmt());
        return;
    }
    for (const ast::Stmt* part : s->children()) find_assigned(part);
}

const Binding& BodyReader::binding(const ast::VarDecl* v, ast::SourceLocation where) {
    const std::string name = "'" + v->getNameAsString() + "'";
    const auto found = bindings_.find(v);
    if (found == bindings_.end() && v->hasGlobalStorage()) {
        const auto known = globals_.find(v->getCanonicalDecl());
        return known == globals_.end() ? global(v) : known->second;
    }
    if (v == argument_values_)
        context_.fail(where, "the arguments of the program are supported in `atoi(argv[1])` alone");
    if (found == bindings_.end())
        context_.fail(where, name + " is not available here, after an error in its declaration");
    if (found->second.kind == Binding::Kind::unset)
        context_.fail(where, name +
                                 " is shared by all iterations of the parallel loop and has no value; name "
                                 "it in `private`, or declare it inside the loop");
    return found->second;
}

void BodyReader::check_assignable(const ast::Expr* e) const {
    if (e->getType()->isPointerType())
        context_.fail(e->getExprLoc(), "pointers that are assigned are not supported yet; use an index");
    const ast::VarDecl* v = named_variable(e);
    if (v == nullptr) return;
    const std::string name = "'" + v->getNameAsString() + "'";
    if (const auto frozen = frozen_.find(v); frozen != frozen_.end() && region_ == 0)
        context_.fail(e->getExprLoc(), name + " cannot be assigned here: " + frozen->second);
    const auto found = bindings_.find(v);
    if (found == bindings_.end() || found->second.region == region_) return;
    if (found->second.kind == Binding::Kind::cell) return;
    context_.fail(e->getExprLoc(),
                  region_ >= 2 ? name +
                                     " is assigned by all iterations of the simd loop; name it in `private` "
                                     "or `reduction`"
                               : name +
                                     " is assigned by all iterations of the parallel loop; name it in "
                                     "`private`, or declare it inside the loop");
}

// ---- lvalues

Place BodyReader::place(const ast::Expr* e) {
    e = e->IgnoreParens();
    if (llvm::isa<ast::MemberExpr>(e))
        context_.fail(e->getExprLoc(), "structures and unions are not supported yet");
    if (llvm::isa<ast::ArraySubscriptExpr>(e)) return element(pointer(e), e);
    if (const auto* one = llvm::dyn_cast<ast::UnaryOperator>(e); one && one->getOpcode() == ast::UO_Deref)
        return element(pointer(one->getSubExpr()), e);
    const ast::VarDecl* v = llvm::isa<ast::DeclRefExpr>(e) ? named_variable(e) : nullptr;
    if (v == nullptr) context_.fail(e->getExprLoc(), "this expression is not supported yet");
    const Type type = context_.number(v->getType(), e->getExprLoc());
    const Binding& b = binding(v, e->getExprLoc());
    Place result{.variable = b.variable, .pointer = {}, .value = {}, .type = type};
    // A value that nobody assigns has no variable: read_place finds it here.
    if (b.kind == Binding::Kind::value)
        result = {.variable = std::nullopt, .pointer = {}, .value = b.value, .type = type};
    if (b.kind == Binding::Kind::cell)
        result = {.variable = std::nullopt, .pointer = b.pointer, .value = {}, .type = type};
    return result;
}

Place BodyReader::element(Pointer to, const ast::Expr* at) {
    const Type type = context_.number(at->getType(), at->getExprLoc());
    if (type != function_.buffers[to.buffer].element)
        context_.fail(at->getExprLoc(), "an access of another type than the buffer's is not supported yet");
    return {.variable = std::nullopt, .pointer = std::move(to), .value = {}, .type = type};
}

/// Of a pointer, or of an lvalue: to its first number.
Pointer BodyReader::pointer(const ast::Expr* e) {
    e = e->IgnoreParens();
    if (const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e))
        return moved(pointer(subscript->getBase()), subscript->getIdx(), e->getType(), false, e);
    if (const ast::Expr* array = array_of(e)) return pointer(array);
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) {
        const auto kind = c->getCastKind();
        if (kind == ast::CK_LValueToRValue || kind == ast::CK_NoOp) return pointer(c->getSubExpr());
        context_.fail(c->getExprLoc(), "this conversion of a pointer is not supported yet");
    }
    if (llvm::isa<ast::StringLiteral>(e)) context_.fail(e->getExprLoc(), "strings are not supported yet");
    if (const auto* one = llvm::dyn_cast<ast::UnaryOperator>(e)) {
        if (one->getOpcode() == ast::UO_AddrOf) {
            if (named_variable(one->getSubExpr()) == nullptr) return pointer(one->getSubExpr());
            context_.fail(e->getExprLoc(), "addresses of variables are not supported yet");
        }
        if (one->getOpcode() == ast::UO_Deref) return pointer(one->getSubExpr());
    }
    if (const auto* two = llvm::dyn_cast<ast::BinaryOperator>(e); two && two->isAdditiveOp()) {
        const bool first = two->getLHS()->getType()->isPointerType();
        const ast::Expr* base = first ? two->getLHS() : two->getRHS();
        const ast::Expr* distance = first ? two->getRHS() : two->getLHS();
        if (!distance->getType()->isPointerType())
            return moved(pointer(base), distance, base->getType()->getPointeeType(),
                         two->getOpcode() == ast::BO_Sub, e);
    }
    if (const ast::VarDecl* v = llvm::isa<ast::DeclRefExpr>(e) ? named_variable(e) : nullptr) {
        const Binding& b = binding(v, e->getExprLoc());
        if (b.kind == Binding::Kind::pointer) return b.pointer;
    }
    context_.fail(e->getExprLoc(), "this pointer is not supported yet; use a parameter and an index");
}

Pointer BodyReader::moved(Pointer from, const ast::Expr* distance, ast::QualType element, bool down,
                          const ast::Expr* at) {
    from.index = kept(std::move(from.index), changes(std::array{distance}), at);
    Expr elements = times(as_i64(value(distance)), elements_in(element, at->getExprLoc()), line(at));
    if (down) elements = minus(literal(Type::i64, 0, line(at)), std::move(elements), line(at));
    from.index = plus(std::move(from.index), std::move(elements), line(at));
    return from;
}

/// The size of a type, in numbers, as an i64.
Expr BodyReader::elements_in(ast::QualType type, ast::SourceLocation where) {
    const ast::ArrayType* array = context_.tree().getAsArrayType(type);
    if (array == nullptr) return literal(Type::i64, 1);
    const Expr inner = elements_in(array->getElementType(), where);
    if (const auto* constant = llvm::dyn_cast<ast::ConstantArrayType>(array)) {
        const std::uint32_t at = context_.line(where);
        return times(literal(Type::i64, constant->getSize().getZExtValue(), at), inner, at);
    }
    const auto* variable = llvm::dyn_cast<ast::VariableArrayType>(array);
    if (variable == nullptr || variable->getSizeExpr() == nullptr)
        context_.fail(where, "the size of this array's rows is unknown");
    if (const auto known = sizes_.find(variable->getSizeExpr()); known != sizes_.end())
        return times(known->second, inner, context_.line(where));
    if (const ast::VarDecl* v = named_variable(variable->getSizeExpr()); v != nullptr && is_assigned(v))
        context_.fail(where,
                      "the size of this array's rows is '" + v->getNameAsString() + "', which is assigned");
    return times(as_i64(value(variable->getSizeExpr())), inner, context_.line(where));
}

Expr BodyReader::read_place(const Place& p, const ast::Expr* at) {
    if (p.variable) return read(*p.variable, ValueType::number(p.type), line(at));
    if (p.value != nullptr) return p.value;
    return load(p.pointer.buffer, p.pointer.index, p.type, line(at));
}

void BodyReader::write_place(const Place& p, Expr value, const ast::Expr* at) {
    if (p.variable) return set(*p.variable, std::move(value), at->getExprLoc());
    store(p.pointer, std::move(value), at->getExprLoc());
}

Place BodyReader::kept(Place p, Changes later, const ast::Expr* at) {
    if (!p.variable) p.pointer.index = kept(std::move(p.pointer.index), later, at);
    return p;
}

// ---- assignments

Expr BodyReader::assign(const ast::BinaryOperator* e, bool used) {
    check_assignable(e->getLHS());
    const Place to = kept(place(e->getLHS()), changes(std::array{e->getRHS()}), e->getLHS());
    return finish_assignment(to, value(e->getRHS()), e, used);
}

Expr BodyReader::finish_assignment(const Place& p, Expr value, const ast::Expr* at, bool used) {
    if (used && !p.variable) value = settle(std::move(value), at);
    write_place(p, value, at);
    return p.variable ? read(*p.variable, ValueType::number(p.type), line(at)) : value;
}

Expr BodyReader::assign_combined(const ast::CompoundAssignOperator* e, bool used) {
    check_assignable(e->getLHS());
    const Changes later = changes(std::array{e->getRHS()});
    const Place to = kept(place(e->getLHS()), later, e->getLHS());
    const Type type = context_.number(e->getComputationLHSType(), e->getOperatorLoc());
    Expr left = kept(convert(read_place(to, e->getLHS()), type, line(e)), later, e->getLHS());
    const auto kind = ast::BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
    Expr result = arithmetic(kind, std::move(left), value(e->getRHS()), e);
    if (e->getLHS()->getType()->isBooleanType()) {
        Expr zero = literal(result->type.type, 0, line(e));
        Expr holds = apply(Function::ne, {std::move(result), std::move(zero)}, true, line(e));
        result = apply(Function::to_number, Type::u8, {std::move(holds)}, line(e));
    }
    return finish_assignment(to, convert(std::move(result), to.type, line(e)), e, used);
}

Expr BodyReader::increment(const ast::UnaryOperator* e, bool used) {
    const ast::Expr* of = e->getSubExpr();
    check_assignable(of);
    if (of->getType()->isBooleanType())
        context_.fail(e->getOperatorLoc(), "++ and -- of a _Bool are not supported yet");
    const Place to = place(of);
    Expr old = read_place(to, of);
    if (used && e->isPostfix()) old = settle(std::move(old), of);
    // C computes in int what is narrower.
    const Type type = !is_float(to.type) && width_of(to.type) < 32 ? Type::i32 : to.type;
    const std::uint64_t bits = type == Type::f64   ? 0x3ff0'0000'0000'0000
                               : type == Type::f32 ? 0x3f80'0000
                                                   : 1;
    const Expr one = literal(type, bits, line(e));
    const Function function = e->isIncrementOp() ? Function::add : Function::sub;
    Expr next = apply(function, {convert(old, type, line(e)), one}, true, line(e));
    Expr after = finish_assignment(to, convert(std::move(next), to.type, line(e)), e, used && e->isPrefix());
    return e->isPostfix() ? old : after;
}

}  // namespace musimd::dsl::clang
