#include "reader/complex.hpp"

#include <clang/Basic/Builtins.h>

#include <algorithm>

#include "reader/readers.hpp"

// Complex numbers. A real operand has no imaginary part, as in C: (a, b) * c is (a * c, b * c). Products and
// quotients of two complex numbers are text: dsl/openmp/headers/musimd_complex.h.

namespace musimd::reader {
namespace {

/// Whether some part is a product or a quotient of complex numbers, which Clang computes in its own way.
bool has_products(const ast::Stmt* s) {
    const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
    const auto is_complex = [](const ast::Expr* e) { return e->getType()->isAnyComplexType(); };
    if (binary != nullptr && binary->isMultiplicativeOp() && is_complex(binary->getRHS()) &&
        (is_complex(binary->getLHS()) || binary->getOpcode() == ast::BO_Div))
        return true;
    return std::ranges::any_of(s->children(), has_products);
}

}  // namespace

ComplexNumbers::Parts ComplexNumbers::value(const ast::Expr* e) {
    if (!e->getType()->isAnyComplexType()) return {Reader::value(e), nullptr};
    e = e->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return value(full->getSubExpr());
    if (auto known = compute(e)) return *std::move(known);
    return read(settled(structure(e), e), e->getType(), e);
}

std::optional<Pointer> ComplexNumbers::computed(const ast::Expr* e) {
    if (const auto* c = llvm::dyn_cast<ast::CompoundAssignOperator>(e)) return combined(c);
    auto value = compute(e);
    if (!value) return std::nullopt;
    const Pointer result = new_object("t", e->getType(), true, e->getExprLoc());
    write(result, e->getType(), *std::move(value), e);
    return result;
}

std::optional<ComplexNumbers::Parts> ComplexNumbers::compute(const ast::Expr* e) {
    if (auto known = constant(e)) return known;
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) return of_cast(c);
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e)) return of_unary(unary);
    if (const auto* statements = llvm::dyn_cast<ast::StmtExpr>(e)) return of_statements(statements);
    const auto* list = llvm::dyn_cast<ast::InitListExpr>(e);
    if (list != nullptr && list->getNumInits() == 1) return value(list->getInit(0));
    if (list != nullptr && list->getNumInits() == 2) return of_two(list->getInit(0), list->getInit(1));
    const auto* call = llvm::dyn_cast<ast::CallExpr>(e);
    if (call != nullptr && call->getBuiltinCallee() == ::clang::Builtin::BI__builtin_complex)
        return of_two(call->getArg(0), call->getArg(1));
    const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e);
    if (binary == nullptr || (!binary->isAdditiveOp() && !binary->isMultiplicativeOp())) return std::nullopt;
    auto [a, b] = operands(binary);
    return arithmetic(binary->getOpcode(), std::move(a), std::move(b), e);
}

std::optional<ComplexNumbers::Parts> ComplexNumbers::constant(const ast::Expr* e) const {
    ast::Expr::EvalResult result;
    const auto type = context_.number(part_of_complex(e->getType()));
    if (!type || e->isValueDependent() || has_products(e)) return std::nullopt;
    if (!e->EvaluateAsRValue(result, context_.tree()) || result.HasSideEffects ||
        result.HasUndefinedBehavior || !result.Val.isComplexFloat())
        return std::nullopt;
    const auto part = [&](llvm::APFloat number) {
        bool loses = false;
        if (*type == Type::f64)  // a long double is computed as a double
            number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
        return literal(*type, number.bitcastToAPInt().getZExtValue(), line(e));
    };
    return Parts{part(result.Val.getComplexFloatReal()), part(result.Val.getComplexFloatImag())};
}

std::optional<ComplexNumbers::Parts> ComplexNumbers::of_cast(const ast::CastExpr* e) {
    const Type to = context_.number(part_of_complex(e->getType()), e->getExprLoc());
    switch (e->getCastKind()) {
        case ast::CK_FloatingRealToComplex:
        case ast::CK_IntegralRealToComplex: {
            Expr re = convert(Reader::value(e->getSubExpr()), to, line(e));
            return Parts{std::move(re), literal(to, 0, line(e))};
        }
        case ast::CK_FloatingComplexCast:
        case ast::CK_FloatingComplexToIntegralComplex:
        case ast::CK_IntegralComplexCast:
        case ast::CK_IntegralComplexToFloatingComplex:
            return converted(value(e->getSubExpr()), to, line(e));
        default:  // of Clang's casts
            return std::nullopt;
    }
}

std::optional<ComplexNumbers::Parts> ComplexNumbers::of_unary(const ast::UnaryOperator* e) {
    const auto negated = [&](Expr part) { return apply(Function::neg, {std::move(part)}, false, line(e)); };
    switch (e->getOpcode()) {
        case ast::UO_Plus:
        case ast::UO_Extension:
            return value(e->getSubExpr());
        case ast::UO_Minus: {
            Parts z = value(e->getSubExpr());
            return Parts{negated(std::move(z.re)), negated(std::move(z.im))};
        }
        case ast::UO_Not: {  // GCC's conjugate
            Parts z = value(e->getSubExpr());
            return Parts{std::move(z.re), negated(std::move(z.im))};
        }
        default:  // of Clang's operators
            return std::nullopt;
    }
}

std::optional<ComplexNumbers::Parts> ComplexNumbers::of_two(const ast::Expr* re, const ast::Expr* im) {
    Expr first = Reader::kept(Reader::value(re), changes(im), re);
    return Parts{std::move(first), Reader::value(im)};
}

ComplexNumbers::Parts ComplexNumbers::of_statements(const ast::StmtExpr* e) {
    const ast::CompoundStmt* list = e->getSubStmt();
    for (const ast::Stmt* s : list->body()) {
        if (s != list->body_back()) statement(s);
    }
    return value(llvm::cast<ast::Expr>(list->body_back()));
}

std::pair<ComplexNumbers::Parts, ComplexNumbers::Parts> ComplexNumbers::operands(
    const ast::BinaryOperator* e) {
    Parts a = kept(value(e->getLHS()), changes(e->getRHS()), e->getLHS());
    return {std::move(a), value(e->getRHS())};
}

ComplexNumbers::Parts ComplexNumbers::arithmetic(ast::BinaryOperatorKind kind, Parts a, Parts b,
                                                 const ast::Expr* at) {
    const Type type = a.re->type.type;
    const auto op = [&](Function f, const Expr& x, const Expr& y) {
        return apply(f, {x, y}, true, line(at));
    };
    const auto once = [&](Expr& part) {
        if (part->kind != Expression::Kind::variable) part = settle(part, at);
    };
    if (kind == ast::BO_Add) {
        Expr im = a.im == nullptr ? b.im : b.im == nullptr ? a.im : op(Function::add, a.im, b.im);
        return {op(Function::add, a.re, b.re), std::move(im)};
    }
    if (kind == ast::BO_Sub) {
        const Expr re = op(Function::sub, a.re, b.re);
        if (a.im == nullptr) return {re, apply(Function::neg, {b.im}, false, line(at))};
        return {re, b.im == nullptr ? a.im : op(Function::sub, a.im, b.im)};
    }
    const Function function = kind == ast::BO_Mul ? Function::mul : Function::div;
    if (b.im == nullptr) {
        once(b.re);
        return {op(function, a.re, b.re), op(function, a.im, b.re)};
    }
    if (a.im == nullptr && kind == ast::BO_Mul) {
        once(a.re);
        return {op(function, a.re, b.re), op(function, a.re, b.im)};
    }
    if (a.im == nullptr) a.im = zero(a, line(at));
    if (!is_float(type) || width_of(type) < 32)
        context_.fail(at->getExprLoc(), "products and quotients of '" + at->getType().getAsString() +
                                            "' are not supported; those of float and double are");
    const std::string name = kind == ast::BO_Mul ? "product" : "quotient";
    return by_text(type == Type::f32 ? name + "f" : name, {a.re, a.im, b.re, b.im}, at);
}

/// A call of this function of the machine's library.
ComplexNumbers::Parts ComplexNumbers::by_text(const std::string& name, const std::vector<Expr>& values,
                                              const ast::Expr* at) {
    const ast::FunctionDecl* f = readers_.c_library.function(name);
    if (f == nullptr) context_.fail(at->getExprLoc(), "complex numbers are supported only in C");
    Statement call = readers_.calls.new_call(at, f);
    const Pointer result = new_object("t", f->getReturnType(), true, at->getExprLoc());
    readers_.uses.look_through(f);
    for (unsigned i = 0; i < f->getNumParams(); ++i) {
        const ast::ParmVarDecl* p = f->getParamDecl(i);
        const VariableId v = new_variable(p->getNameAsString(), values[i]->type);
        readers_.bindings.note_region(v, here_.region);
        call.arguments.emplace_back(v, values[i]);
        bind(p, {.kind = Binding::Kind::variable,
                 .variable = v,
                 .pointer = {},
                 .value = {},
                 .region = here_.region});
    }
    readers_.calls.read_called({.function = f, .structure = result}, call, [&] { statement(f->getBody()); });
    append(std::move(call));
    return read(result, f->getReturnType(), at);
}

// ---- assignments

void ComplexNumbers::assign(const Pointer& to, const ast::Expr* from) {
    write(to, from->getType(), value(from), from);
}

Expr ComplexNumbers::assign_combined(const ast::CompoundAssignOperator* e) {
    const Pointer to = combined(e);
    if (e->getType()->isAnyComplexType()) return nullptr;
    return read_place(cell(to, e->getType(), e), e);
}

/// Returns what is assigned.
Pointer ComplexNumbers::combined(const ast::CompoundAssignOperator* e) {
    const ast::Expr* const target = e->getLHS();
    check_assignable(target);
    const Pointer to = settled(lvalue(target), target);
    const ast::QualType whole = e->getComputationLHSType();
    const ast::QualType part = part_of_complex(whole);
    const Type type = context_.number(part.isNull() ? whole : part, e->getOperatorLoc());
    Parts left = converted(read(to, target->getType(), target), type, line(e));
    left = kept(std::move(left), changes(e->getRHS()), target);
    const auto kind = ast::BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
    const Parts right = converted(value(e->getRHS()), type, line(e));
    write(to, target->getType(), arithmetic(kind, std::move(left), right, e), target);
    return to;
}

// ---- reductions

void ComplexNumbers::begin_partial(const ArrayReduction& r, const Pointer& partial) {
    if (r.by.function != Function::add && r.by.function != Function::mul)
        context_.fail(r.name->getExprLoc(), "complex numbers can be reduced by `+`, `-` and `*` only");
    Expr one_or_zero = literal(r.type, r.by.identity(r.type), line(r.name));
    write(partial, r.element, {std::move(one_or_zero), nullptr}, r.name);
}

void ComplexNumbers::combine(const ArrayReduction& r, const Pointer& to, const Pointer& partial) {
    const auto kind = r.by.function == Function::mul ? ast::BO_Mul : ast::BO_Add;
    Parts so_far = read(to, r.element, r.name);
    write(to, r.element, arithmetic(kind, std::move(so_far), read(partial, r.element, r.name), r.name),
          r.name);
}

// ---- comparisons

Expr ComplexNumbers::comparison(const ast::BinaryOperator* e) {
    auto [a, b] = operands(e);
    if (a.im == nullptr) a.im = zero(b, line(e));
    if (b.im == nullptr) b.im = zero(a, line(e));
    const bool equal = e->getOpcode() == ast::BO_EQ;
    const Function function = equal ? Function::eq : Function::ne;
    Expr re = apply(function, {std::move(a.re), std::move(b.re)}, true, line(e));
    Expr im = apply(function, {std::move(a.im), std::move(b.im)}, true, line(e));
    return apply(equal ? Function::andl : Function::orl, {std::move(re), std::move(im)}, false, line(e));
}

Expr ComplexNumbers::is_not_zero(const ast::Expr* e) {
    Parts z = value(e);
    const Expr none = zero(z, line(e));
    return apply(Function::orl,
                 {apply(Function::ne, {std::move(z.re), none}, true, line(e)),
                  apply(Function::ne, {std::move(z.im), none}, true, line(e))},
                 false, line(e));
}

// ---- parts

Pointer ComplexNumbers::part(const ast::UnaryOperator* e) {
    const Pointer whole = structure(e->getSubExpr());
    return shifted(whole, e->getOpcode() == ast::UO_Imag ? 1 : 0, line(e));
}

Expr ComplexNumbers::value_of_part(const ast::UnaryOperator* e) {
    Parts z = value(e->getSubExpr());
    if (e->getOpcode() == ast::UO_Real) return std::move(z.re);
    return z.im == nullptr ? zero(z, line(e)) : std::move(z.im);
}

ComplexNumbers::Parts ComplexNumbers::read(const Pointer& p, ast::QualType type, const ast::Expr* at) {
    const ast::QualType part = part_of_complex(type);
    if (part.isNull()) return {read_place(cell(p, type, at), at), nullptr};
    Expr re = read_place(cell(p, part, at), at);
    return {std::move(re), read_place(cell(shifted(p, 1, line(at)), part, at), at)};
}

/// To a real target goes the real part.
void ComplexNumbers::write(const Pointer& to, ast::QualType type, Parts value, const ast::Expr* at) {
    const ast::QualType part = part_of_complex(type);
    const bool is_real = part.isNull();
    const auto put = [&](Expr number, std::int64_t which) {
        const Place p = cell(shifted(to, which, line(at)), is_real ? type : part, at);
        check_assignable(p, at);
        write_place(p, convert(std::move(number), p.type, line(at)), at);
    };
    if (is_real) return put(std::move(value.re), 0);
    if (value.im == nullptr) value.im = zero(value, line(at));
    value.im = settle(std::move(value.im), at);  // it may read what is assigned
    put(std::move(value.re), 0);
    put(std::move(value.im), 1);
}

ComplexNumbers::Parts ComplexNumbers::kept(Parts value, Changes later, const ast::Expr* at) {
    value.re = Reader::kept(std::move(value.re), later, at);
    if (value.im != nullptr) value.im = Reader::kept(std::move(value.im), later, at);
    return value;
}

ComplexNumbers::Parts ComplexNumbers::converted(Parts value, Type to, SourcePoint at) {
    value.re = convert(std::move(value.re), to, at);
    if (value.im != nullptr) value.im = convert(std::move(value.im), to, at);
    return value;
}

}  // namespace musimd::reader
