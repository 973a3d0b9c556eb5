#include <clang/AST/ExprCXX.h>

#include "reader/readers.hpp"

// Expressions: values of numbers, and conditions.

namespace musimd::reader {
namespace {

std::optional<Function> comparison(ast::BinaryOperatorKind kind) {
    switch (kind) {
        case ast::BO_LT:
            return Function::lt;
        case ast::BO_LE:
            return Function::le;
        case ast::BO_GT:
            return Function::gt;
        case ast::BO_GE:
            return Function::ge;
        case ast::BO_EQ:
            return Function::eq;
        case ast::BO_NE:
            return Function::ne;
        default:  // of Clang's operators
            return std::nullopt;
    }
}

std::optional<Function> function_of(ast::BinaryOperatorKind kind, bool is_signed) {
    switch (kind) {
        case ast::BO_Add:
            return Function::add;
        case ast::BO_Sub:
            return Function::sub;
        case ast::BO_Mul:
            return Function::mul;
        case ast::BO_Div:
            return Function::div;
        case ast::BO_Rem:
            return Function::rem;
        case ast::BO_And:
            return Function::andb;
        case ast::BO_Or:
            return Function::orb;
        case ast::BO_Xor:
            return Function::xorb;
        case ast::BO_Shl:
            return Function::shl;
        case ast::BO_Shr:
            return is_signed ? Function::shra : Function::shr;
        default:  // of Clang's operators
            return std::nullopt;
    }
}

/// In C++, what assigns is an lvalue.
bool has_effect(const ast::Expr* lvalue) {
    lvalue = lvalue->IgnoreParens();
    const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(lvalue);
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(lvalue);
    return (binary != nullptr && (binary->isAssignmentOp() || binary->getOpcode() == ast::BO_Comma)) ||
           (unary != nullptr && unary->isIncrementDecrementOp()) ||
           llvm::isa<ast::ConditionalOperator>(lvalue);
}

}  // namespace

Expr Expressions::value(const ast::Expr* e) {
    if (here_.depth > Surroundings::kMaxDepth)
        context_.fail(e->getExprLoc(),
                      "an expression with more than " + std::to_string(Surroundings::kMaxDepth) +
                          " nested parts is not supported; assign some of them to variables");
    if (const auto known = substituted_.find(e); known != substituted_.end()) return known->second;
    if (const auto known = context_.constant(e)) return *known;
    const llvm::SaveAndRestore deeper(here_.depth, here_.depth + 1);
    return value_of(e);
}

Expr Expressions::value_with(Substitution known, const ast::Expr* e) {
    const llvm::SaveAndRestore substituted(substituted_, std::move(known));
    return value(e);
}

Expr Expressions::condition_with(Substitution known, const ast::Expr* e) {
    const llvm::SaveAndRestore substituted(substituted_, std::move(known));
    return condition(e);
}

void Expressions::effects_with(Substitution known, const ast::Expr* e) {
    const llvm::SaveAndRestore substituted(substituted_, std::move(known));
    effects(e);
}

/// GCC's `({ … })`, as macros have it: the value is that of the last statement. Null: that has none.
Expr Expressions::value_of_statements(const ast::StmtExpr* e) {
    const ast::CompoundStmt* list = e->getSubStmt();
    for (const ast::Stmt* s : list->body()) {
        const auto* last = s == list->body_back() ? llvm::dyn_cast<ast::Expr>(s) : nullptr;
        if (last != nullptr && !last->getType()->isVoidType()) return settle(value(last), last);
        statement(s);
    }
    return nullptr;
}

Expr Expressions::value_of(const ast::Expr* e) {
    if (e->getType()->isPointerType()) return address(pointer(e), e);
    if (const auto* inner = llvm::dyn_cast<ast::ParenExpr>(e)) return value(inner->getSubExpr());
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return value(full->getSubExpr());
    if (const auto* generic = llvm::dyn_cast<ast::GenericSelectionExpr>(e))
        return value(generic->getResultExpr());
    if (const auto* list = llvm::dyn_cast<ast::InitListExpr>(e); list != nullptr && list->getNumInits() == 1)
        return value(list->getInit(0));
    if (const ast::Expr* chosen = chosen_variant(e)) return value(chosen);
    if (const auto* inner = llvm::dyn_cast<ast::CastExpr>(e)) return cast(inner);
    if (const auto* combined = llvm::dyn_cast<ast::CompoundAssignOperator>(e))
        return readers_.assignments.assign_combined(combined, true);
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e)) return value_of_binary(binary);
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e)) return value_of_unary(unary);
    if (const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(e)) return choose(choice);
    if (const auto* c = llvm::dyn_cast<ast::CallExpr>(e)) {
        Called called = readers_.calls.call(c, true);
        const bool is_reference = called.value == nullptr && called.object && e->isLValue();
        return is_reference ? read_place(cell(*called.object, e->getType(), e), e) : std::move(called.value);
    }
    if (const auto* block = llvm::dyn_cast<ast::StmtExpr>(e)) return value_of_statements(block);
    if (llvm::isa<ast::DeclRefExpr, ast::ArraySubscriptExpr, ast::MemberExpr>(e))
        return read_place(place(e), e);
    if (const auto known = readers_.classes.value_of_cpp(e)) return *known;
    const char* reason = reason_against(e);
    context_.fail(e->getExprLoc(), reason == nullptr ? "this expression is not supported yet" : reason);
}

Expr Expressions::cast(const ast::CastExpr* e) {
    const ast::Expr* from = e->getSubExpr();
    switch (e->getCastKind()) {
        case ast::CK_LValueToRValue:
            return has_effect(from) ? value(from) : read_place(place(from), from);
        case ast::CK_NoOp:
        case ast::CK_UserDefinedConversion:
            return value(from);
        case ast::CK_IntegralToBoolean:
        case ast::CK_FloatingToBoolean:
        case ast::CK_PointerToBoolean:
        case ast::CK_FloatingComplexToBoolean:
        case ast::CK_IntegralComplexToBoolean:
            return apply(Function::to_number, Type::u8, {condition(from)}, line(e));
        case ast::CK_FloatingComplexToReal:
        case ast::CK_IntegralComplexToReal:
            return readers_.complex.value(from).re;
        case ast::CK_IntegralCast:
        case ast::CK_IntegralToFloating:
        case ast::CK_FloatingToIntegral:
        case ast::CK_FloatingCast: {
            const Type to = context_.number(e->getType(), e->getExprLoc());
            return convert(value(from), to, line(e));
        }
        case ast::CK_LValueToRValueBitCast: {
            const Type to = context_.number(e->getType(), e->getExprLoc());
            context_.number(from->getType(), from->getExprLoc());
            const auto* temporary = llvm::dyn_cast<ast::MaterializeTemporaryExpr>(from);
            Expr bits = temporary != nullptr ? value(temporary->getSubExpr()) : read_place(place(from), from);
            return apply(Function::reinterpret, to, {std::move(bits)}, line(e));
        }
        case ast::CK_PointerToIntegral:
            return readers_.pointers.address_in_bytes(e);
        default:  // of Clang's casts
            break;
    }
    context_.fail(e->getExprLoc(), "a conversion from '" + from->getType().getAsString() + "' to '" +
                                       e->getType().getAsString() + "' is not supported yet");
}

Expr Expressions::value_of_unary(const ast::UnaryOperator* e) {
    const ast::Expr* operand = e->getSubExpr();
    switch (e->getOpcode()) {
        case ast::UO_Plus:
        case ast::UO_Extension:
            return value(operand);
        case ast::UO_Minus:
            return apply(Function::neg, {value(operand)}, false, line(e));
        case ast::UO_Not:
            return apply(Function::notb, {value(operand)}, false, line(e));
        case ast::UO_LNot:
            return apply(Function::to_number, context_.number(e->getType(), e->getExprLoc()), {condition(e)},
                         line(e));
        case ast::UO_Deref:
            return read_place(place(e), e);
        case ast::UO_Real:
        case ast::UO_Imag:
            return readers_.complex.value_of_part(e);
        default:  // ++ and --
            if (e->isIncrementDecrementOp()) return readers_.assignments.increment(e, true);
            context_.fail(e->getExprLoc(), "this operator is not supported yet");
    }
}

Expr Expressions::value_of_binary(const ast::BinaryOperator* e) {
    if (e->isAssignmentOp()) return readers_.assignments.assign(e, true);
    if (e->getOpcode() == ast::BO_Comma) {
        effects(e->getLHS());
        return value(e->getRHS());
    }
    if (e->isComparisonOp() || e->isLogicalOp())
        return apply(Function::to_number, context_.number(e->getType(), e->getExprLoc()), {condition(e)},
                     line(e));
    if (e->getLHS()->getType()->isPointerType()) return readers_.pointers.pointer_difference(e);
    auto [a, b] = operands(e);
    return arithmetic(e->getOpcode(), std::move(a), std::move(b), e);
}

std::pair<Expr, Expr> Expressions::operands(const ast::BinaryOperator* e) {
    Expr a = value(e->getLHS());
    a = kept(std::move(a), changes(e->getRHS()), e->getLHS());
    return {std::move(a), value(e->getRHS())};
}

Expr Expressions::arithmetic(ast::BinaryOperatorKind kind, Expr a, Expr b, const ast::Expr* at) {
    const auto function = function_of(kind, is_signed_integer(a->type.type));
    if (!function) context_.fail(at->getExprLoc(), "this operator is not supported yet");
    // C leaves the count of a shift in its own type.
    if (kind == ast::BO_Shl || kind == ast::BO_Shr) b = convert(std::move(b), a->type.type, line(at));
    return apply(*function, {std::move(a), std::move(b)}, true, line(at));
}

Expr Expressions::condition(const ast::Expr* e) {
    if (const auto known = context_.constant(e)) {
        const bool negative_zero = is_float((*known)->type.type) &&
                                   (*known)->bits == std::uint64_t{1} << (width_of((*known)->type.type) - 1);
        return literal((*known)->bits != 0 && !negative_zero, line(e));
    }
    e = e->IgnoreParens();
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) {
        const auto kind = c->getCastKind();
        if (kind == ast::CK_IntegralToBoolean || kind == ast::CK_FloatingToBoolean ||
            kind == ast::CK_PointerToBoolean || kind == ast::CK_FloatingComplexToBoolean ||
            kind == ast::CK_IntegralComplexToBoolean)
            return condition(c->getSubExpr());
    }
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
        unary && unary->getOpcode() == ast::UO_LNot)
        return apply(Function::notl, {condition(unary->getSubExpr())}, false, line(e));
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e)) {
        if (binary->isLogicalOp()) return logical(binary);
        if (const auto function = comparison(binary->getOpcode())) {
            if (binary->getLHS()->getType()->isPointerType() || binary->getRHS()->getType()->isPointerType())
                return readers_.pointers.pointer_comparison(binary, *function);
            if (binary->getLHS()->getType()->isAnyComplexType() ||
                binary->getRHS()->getType()->isAnyComplexType())
                return readers_.complex.comparison(binary);
            auto [a, b] = operands(binary);
            return apply(*function, {std::move(a), std::move(b)}, true, line(e));
        }
    }
    if (e->getType()->isPointerType()) return readers_.pointers.is_not_null(e);
    if (e->getType()->isAnyComplexType()) return readers_.complex.is_not_zero(e);
    Expr number = value(e);
    Expr zero = literal(number->type.type, 0, line(e));
    return apply(Function::ne, {std::move(number), std::move(zero)}, true, line(e));
}

// The right side is computed only where the left one does not decide, unless that makes no difference.
Expr Expressions::logical(const ast::BinaryOperator* e) {
    const bool both = e->getOpcode() == ast::BO_LAnd;
    Expr left = condition(e->getLHS());
    Expr right;
    Block before = block([&] { right = condition(e->getRHS()); });
    if (before.empty() && !may_trap(right))
        return apply(both ? Function::andl : Function::orl, {std::move(left), std::move(right)}, false,
                     line(e));
    const ast::SourceLocation where = e->getOperatorLoc();
    const VariableId holds = new_variable("t", ValueType::of_condition());
    declare(holds, std::move(left), where);
    const Expr so_far = read(holds, ValueType::of_condition(), line(e));
    Block rest = std::move(before);
    std::ranges::move(block([&] { set(holds, std::move(right), where); }), std::back_inserter(rest));
    Statement& test = emit(Statement::Kind::if_, where);
    test.value = both ? so_far : apply(Function::notl, {so_far}, false, line(e));
    test.body = std::move(rest);
    return so_far;
}

Expr Expressions::choose(const ast::ConditionalOperator* e) {
    return choose(e, [this](const ast::Expr* side) { return value(side); });
}

Expr Expressions::choose_object(const ast::ConditionalOperator* e) {
    return choose(e, [this](const ast::Expr* side) { return address(lvalue(side), side); });
}

Expr Expressions::choose(const ast::ConditionalOperator* e,
                         const std::function<Expr(const ast::Expr*)>& value_of) {
    if (const auto known = readers_.library.known_condition(e->getCond()))
        return value_of(*known ? e->getTrueExpr() : e->getFalseExpr());
    Expr test = condition(e->getCond());
    if (test->kind == Expression::Kind::literal)
        return value_of(test->bits != 0 ? e->getTrueExpr() : e->getFalseExpr());
    Expr first;
    Expr second;
    Block before_first = block([&] { first = value_of(e->getTrueExpr()); });
    Block before_second = block([&] { second = value_of(e->getFalseExpr()); });
    if (before_first.empty() && before_second.empty() && !may_trap(first) && !may_trap(second))
        return apply(Function::select, {std::move(test), std::move(first), std::move(second)}, false,
                     line(e));
    const ast::SourceLocation where = e->getQuestionLoc();
    const ValueType type = first->type;
    const VariableId chosen = new_variable("t", type);
    const auto choice = [&](Block before, Expr result) {
        std::ranges::move(block([&] { set(chosen, std::move(result), where); }), std::back_inserter(before));
        return before;
    };
    declare(chosen, nullptr, where);
    Block then = choice(std::move(before_first), std::move(first));
    Block otherwise = choice(std::move(before_second), std::move(second));
    Statement& branch = emit(Statement::Kind::if_, where);
    branch.value = std::move(test);
    branch.body = std::move(then);
    branch.otherwise = std::move(otherwise);
    return read(chosen, type, line(e));
}

// An expression whose value nobody uses.
void Expressions::effects(const ast::Expr* e) {
    e = e->IgnoreParens();
    if (const auto* to_void = llvm::dyn_cast<ast::CastExpr>(e);
        to_void && to_void->getCastKind() == ast::CK_ToVoid)
        return effects(to_void->getSubExpr());
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return effects(full->getSubExpr());
    if (const ast::Expr* chosen = chosen_variant(e)) return effects(chosen);
    if (const auto* combined = llvm::dyn_cast<ast::CompoundAssignOperator>(e)) {
        readers_.assignments.assign_combined(combined, false);
    } else if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e);
               binary && binary->isAssignmentOp()) {
        readers_.assignments.assign(binary, false);
    } else if (binary && binary->getOpcode() == ast::BO_Comma) {
        effects(binary->getLHS());
        effects(binary->getRHS());
    } else if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
               unary && unary->isIncrementDecrementOp()) {
        readers_.assignments.increment(unary, false);
    } else if (const auto* inner = llvm::dyn_cast<ast::StmtExpr>(e)) {
        statement(inner->getSubStmt());
    } else if (unary && unary->getOpcode() == ast::UO_Extension) {
        effects(unary->getSubExpr());
    } else if (const auto* c = llvm::dyn_cast<ast::CallExpr>(e)) {
        readers_.calls.call(c, false);
    } else if (const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(e)) {
        Expr test = condition(choice->getCond());
        Block then = block([&] { effects(choice->getTrueExpr()); });
        Block otherwise = block([&] { effects(choice->getFalseExpr()); });
        Statement& branch = emit(Statement::Kind::if_, choice->getQuestionLoc());
        branch.value = std::move(test);
        branch.body = std::move(then);
        branch.otherwise = std::move(otherwise);
    } else if (is_composed(e->getType())) {
        const Pointer object = structure(e);
        if (e->isPRValue()) readers_.destructors.destroy(object, e->getType(), e->getExprLoc());
    } else if (llvm::isa<ast::CXXNewExpr>(e)) {
        pointer(e);
    } else if (const auto* deletion = llvm::dyn_cast<ast::CXXDeleteExpr>(e); deletion && kernel_ == nullptr) {
        readers_.destructors.destroy_pointee(deletion);
    } else if (const auto* thrown = llvm::dyn_cast<ast::CXXThrowExpr>(e); thrown && kernel_ == nullptr) {
        readers_.exceptions.throw_(thrown);
    } else if (const char* reason = reason_against(e)) {
        context_.fail(e->getExprLoc(), reason);
    } else if (!e->getType()->isVoidType() && !e->getType()->isPointerType()) {
        // What it reads is read, and may trap.
        if (const Expr result = value(e); may_trap(result)) settle(result, e);
    }
}

Expr Expressions::kept(Expr e, Changes later, const ast::Expr* at) {
    const bool changed = (later.variables && reads_variables(e)) || (later.memory && reads_memory(e));
    return changed ? settle(std::move(e), at) : e;
}

}  // namespace musimd::reader
